//! Colours and themes.

use chess_svg::{Paint, Picture, Position, Rgb, Theme};

#[test]
fn colours_are_read_as_they_are_written() {
    for word in (0..0x0100_0000).step_by(0x3333).chain([0xffffff, 0x112233, 0x010203]) {
        let color = Rgb::from_hex(word);
        assert_eq!(color.to_string().parse(), Ok(color));
        assert_eq!(format!("#{word:06X}").parse(), Ok(color));
        assert_eq!(Rgb::from([color.red, color.green, color.blue]), color);
    }
    assert_eq!("#fA0".parse(), Ok(Rgb::new(0xff, 0xaa, 0)));
    for text in ["", "#", "fff", "#ff", "#ffff", "#fffff", "#fffffff", "#ggg", "#+12", "#+12345", "#ﬀ", "#é1"]
    {
        let error = text.parse::<Rgb>().unwrap_err();
        assert_eq!(error.to_string(), "expected a colour like #2f9e58 or #fff", "{text}");
    }
}

#[test]
fn opacity_is_written_below_100_percent() {
    let shown = |opacity| Paint::new(Rgb::new(0, 0, 1), opacity).to_string();
    assert_eq!([100, 255].map(shown), ["fill=\"#000001\"", "fill=\"#000001\""]);
    assert_eq!([0, 5, 50, 55].map(shown), {
        ["0", ".05", ".5", ".55"].map(|opacity| format!("fill=\"#000001\" fill-opacity=\"{opacity}\""))
    });
}

#[test]
fn a_theme_colours_the_squares() {
    for theme in [Theme::BROWN, Theme::BLUE, Theme::GREEN, Theme::GRAY, Theme::default()] {
        let svg = Picture::of(&Position::START).theme(theme).to_string();
        assert!(svg.contains(&theme.light.to_string()) && svg.contains(&theme.dark.to_string()));
    }
    let mut theme = Theme::BROWN;
    theme.background = None;
    let count = |theme| Picture::of(&Position::START).theme(theme).to_string().matches("<rect").count();
    assert_eq!((count(Theme::BROWN), count(theme)), (2, 1));
}
