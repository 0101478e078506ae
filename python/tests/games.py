"""Games with everything that PGN has, by a seed: trees as they are meant, and their texts in many layouts."""

import chess

# White and Black, in centipawns or moves, as `[%eval]` has them.
EVALS = ["0.31", "-1.7", "#3", "#-12", "0.00,18", "12.34,30"]
WORDS = "a wins (the exchange); see [Game 12] = Nf3 1-0 ½ Übung 50% … e5! $7 \\ \"quoted\" * -- 1. O-O".split(" ")
NAMES = ["García, José", "O'Neill", 'the "Rook"', "back\\slash", "[x]", "{y} (z);", "?", "", "Ωmega"]
GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


class Node:
    """A move with what stands around it; the root has none."""

    def __init__(self, move=None, san=None):
        self.move, self.san = move, san
        self.before, self.after, self.nags, self.children = [], [], [], []


class Game:
    def __init__(self, choose):
        self.choose, self.root, self.result = choose, Node(), choose.choice(["1-0", "0-1", "1/2-1/2", "*"])
        self.board = start(choose)
        self.tags = {name: choose.choice(NAMES) for name in ["Event", "Site", "Date", "Round", "White", "Black"]}
        self.tags["Result"] = self.result
        self.tags |= {name: choose.choice(NAMES[:5]) for name in choose.sample(["Annotator", "Opening", "My_Tag1", "ECO"], choose.randrange(4))}
        if self.board.chess960:
            self.tags["Variant"] = "Chess960"
        if self.board.fen() != chess.STARTING_FEN:
            self.tags |= {"SetUp": "1", "FEN": self.board.fen(en_passant="fen")}
        if choose.random() < 0.3:
            self.root.after = [comment(choose, self.board)]
        self.grow(self.root, self.board.copy(stack=False), choose.choice([0, 1, 5, 30, 90]), 0.3)

    def grow(self, node, board, length, branches):
        """Add a line behind a node, and variations beside its moves."""
        choose = self.choose
        for _ in range(length):
            moves = list(board.legal_moves)
            if not moves:
                return
            others = choose.sample(moves, min(len(moves), 1 + (choose.random() < branches) + (choose.random() < branches / 4)))
            if branches < 0.3 and not board.is_check() and choose.random() < 0.02:
                others[0] = chess.Move.null()
            for number, move in enumerate(others):
                child = Node(move, board.san(move))
                child.nags = choose.sample([1, 2, 3, 4, 5, 6, 7, 13, 146, 255], choose.choice([0] * 8 + [1, 1, 2]))
                after = board.copy(stack=False)
                after.push(move)
                if choose.random() < 0.2:
                    child.after = [comment(choose, after) for _ in range(choose.choice([1, 1, 1, 2, 3]))]
                if number and choose.random() < 0.2:
                    child.before = [comment(choose, board)]
                node.children.append(child)
                if number:
                    self.grow(child, after, choose.randrange(6), branches / 2)
            node = node.children[0]
            board.push(others[0])


def start(choose):
    kind = choose.random()
    board = chess.Board.from_chess960_pos(choose.randrange(960)) if kind < 0.15 else chess.Board()
    for _ in range(choose.randrange(60) if 0.1 < kind < 0.3 else 0):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(choose.choice(moves))
    return chess.Board(board.fen(en_passant="fen"), chess960=board.chess960)


def comment(choose, board):
    square = lambda: choose.choice(chess.SQUARE_NAMES)
    parts = [
        *choose.sample(WORDS, choose.randrange(6)),
        *([f"[%clk {choose.randrange(3)}:{choose.randrange(60):02}:{choose.randrange(60):02}]"] * (choose.random() < 0.4)),
        *([f"[%emt 0:0{choose.randrange(3)}:{choose.randrange(60):02}.{choose.randrange(10)}]"] * (choose.random() < 0.2)),
        *([f"[%eval {choose.choice(EVALS)}]"] * (choose.random() < 0.3)),
        *([f"[%cal G{square()}{square()},R{square()}{square()}]"] * (choose.random() < 0.1)),
        *([f"[%csl Y{square()}]"] * (choose.random() < 0.1)),
    ]
    choose.shuffle(parts)
    return choose.choice([" ", " ", "  "]).join(parts) or "x"


def write(game):
    """Return the text of a game, in a layout that is chosen."""
    choose = game.choose
    width = choose.choice([40, 79, 10**9])
    words = movetext(game)
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = ""
        line += (" " if line and not line.endswith("(") and word != ")" else "") + word
    tags = list(game.tags.items())
    if choose.random() < 0.3:
        choose.shuffle(tags)
    escaped = lambda value: value.replace("\\", "\\\\").replace('"', '\\"')
    text = "\n".join(f'[{name} "{escaped(value)}"]' for name, value in tags) + "\n\n" + "\n".join([*lines, line]) + "\n" * choose.choice([2, 2, 3])
    return text.replace("\n", "\r\n") if choose.random() < 0.1 else text


def movetext(game):
    """Return the words of a game; a comment is one, with the breaks of lines as blanks."""
    choose, words = game.choose, []
    numbers = choose.choice(["", "{}. ", "{}.", "{} . "])
    glued, spaced = choose.random() < 0.5, choose.random() < 0.3

    def notes(comments):
        words.extend("{ " + text + " }" if spaced else "{" + text + "}" for text in comments)

    def move(node, board, needs_number):
        notes(node.before)
        number = numbers.format(board.fullmove_number).strip()
        if number and (board.turn or needs_number):
            words.extend((number if board.turn else number.rstrip(" .") + "...").split())
        words.append(node.san if node.move else "--")
        for nag in node.nags:
            if nag in GLYPHS and glued and nag == node.nags[0]:
                words[-1] += GLYPHS[nag]
            else:
                words.append(f"${nag}")
        notes(node.after)

    def line(node, board):
        needs_number = True
        while node.children:
            first, *others = node.children
            move(first, board, needs_number or bool(first.before))
            for other in others:
                words.append("(")
                inner = board.copy(stack=False)
                move(other, inner, True)
                inner.push(other.move)
                line(other, inner)
                words.append(")")
            needs_number = bool(others or first.after or first.nags)
            board.push(first.move)
            node = first

    notes(game.root.after)
    line(game.root, game.board.copy())
    return [*words, game.result]
