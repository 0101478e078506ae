use crate::io::diagnostics;
use crate::threads::{ROOM, STACK, room_for};

/// Makes Ctrl-C call `handler` instead of ending the program, on a thread of its own.
///
/// It says on stderr if that thread cannot be started: Ctrl-C then ends the program as it ends others.
pub(crate) fn catch_interrupts(handler: impl FnMut() + Send + 'static) {
    let caught = room_for(STACK + ROOM).map_err(|error| error.to_string());
    let caught = caught.and_then(|()| ctrlc::set_handler(handler).map_err(|error| error.to_string()));
    if let Err(error) = caught {
        diagnostics::tell(format_args!(
            "warning: Ctrl-C ends the program at once: it cannot be caught: {error}"
        ));
    }
}
