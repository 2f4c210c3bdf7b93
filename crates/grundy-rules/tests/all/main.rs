//! Rule files from outside, one program for all its tests: each file is an idea, the folder is what they use.

mod common;
mod containment;
mod contest;
mod examples;
mod hostile;
mod language;
mod reduction;
