//! crash MODE NAME DEPTH: fails in the way that MODE says, after DEPTH calls, with NAME in its message.
use std::collections::HashMap;
use std::env::args;

#[inline(never)]
fn at<T: Copy>(list: &[T], index: usize) -> T {
    list[index]
}

#[inline(never)]
fn look_up(name: &str) -> i32 {
    *HashMap::<&str, i32>::new().get(name).unwrap()
}

#[inline(never)]
fn walk(n: usize, leaf: &dyn Fn()) {
    if n > 0 {
        return walk(n - 1, leaf);
    }
    leaf()
}

#[inline(never)]
fn even(n: u64) -> u64 {
    let frame = [n; 64];
    odd(n + 1) + frame[(n % 64) as usize]
}

#[inline(never)]
fn odd(n: u64) -> u64 {
    let frame = [n; 64];
    even(n + 1) + frame[(n % 64) as usize]
}

fn main() {
    let words: Vec<String> = args().collect();
    let (mode, name) = (words[1].as_str(), words[2].as_str());
    let depth: usize = words[3].parse().unwrap();
    match mode {
        "index" => walk(depth, &|| drop(at(&[name, name], depth + 2))),
        "letter" => walk(depth, &|| drop(at(&['a', 'b'], depth + 2))),
        "option" => walk(depth, &|| drop(look_up(name))),
        "message" => walk(depth, &|| panic!("cannot handle {name:?} at all")),
        "equal" => walk(depth, &|| assert_eq!(name.len(), 1000, "of {name:?}")),
        "unequal" => walk(depth, &|| assert_ne!(name.len(), name.len(), "of {name:?}")),
        "thread" => {
            let job = move || drop(at(&[depth, depth], depth + 2));
            std::thread::spawn(job).join().unwrap()
        }
        "overflow" => println!("{}", even(depth as u64)),
        _ => unreachable!(),
    }
}
