//! Failures for people, with the place in the text where it applies.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use grundy_answers::Kind;

use super::window::Window;
use super::{About, Failure, visible};

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HELP: Style = AnsiColor::BrightCyan.on_default().bold();
const MESSAGE: Style = Style::new().bold();

/// The lines that tell a failure, with styles.
pub(super) fn render(failure: &Failure) -> String {
    match &failure.about {
        About::Usage(shown) => shown.clone(),
        _ if failure.what.span.is_some() => at_place(&failure.what),
        // To stop when one is told to is not an error.
        _ if failure.is_stop() => {
            format!("{MESSAGE}{}{MESSAGE:#}\n{}", visible(&failure.what.message), help(&failure.what))
        }
        _ => plain(&failure.what),
    }
}

/// The lines that tell what went wrong while the run goes on.
pub(super) fn warning(failure: &Failure) -> String {
    named("warning", WARNING, &failure.what)
}

fn plain(failure: &grundy_answers::Failure) -> String {
    named(if failure.kind == Kind::Internal { "grundy" } else { "error" }, ERROR, failure)
}

fn named(name: &str, style: Style, failure: &grundy_answers::Failure) -> String {
    format!("{style}{name}{style:#}{MESSAGE}: {}{MESSAGE:#}\n{}", visible(&failure.message), help(failure))
}

/// The line of advice, if there is any.
fn help(failure: &grundy_answers::Failure) -> String {
    let line = |help: &str| format!("{HELP}help{HELP:#}: {}\n", visible(help));
    failure.help.as_deref().map_or_else(String::new, line)
}

/// The message, the line of the text with a caret below the place, the second place, advice.
fn at_place(failure: &grundy_answers::Failure) -> String {
    let (Some(text), Some(span)) = (&failure.text, failure.span) else { return plain(failure) };
    let related = &failure.related;
    let window = Window::around(text, span, related.as_ref().map(|related| related.span));
    let mut source = snippet(&window).annotation(AnnotationKind::Primary.span(window.span.clone()));
    let mut far = None;
    if let Some(related) = related {
        let label = visible(&related.message);
        match &window.related {
            Some(near) => source = source.annotation(AnnotationKind::Context.span(near.clone()).label(label)),
            None => far = Some((Window::around(text, related.span, None), label)),
        }
    }
    let mut group = Group::with_title(Level::ERROR.primary_title(visible(&failure.message))).element(source);
    if let Some((window, label)) = &far {
        let place = AnnotationKind::Context.span(window.span.clone()).label(label.as_ref());
        group = group.element(snippet(window).annotation(place));
    }
    if let Some(help) = &failure.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    Renderer::styled().render(&[group]) + "\n"
}

fn snippet(window: &Window) -> Snippet<'_, Annotation<'_>> {
    Snippet::source(window.text.as_str()).line_start(window.line)
}
