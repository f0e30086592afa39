// The counter is atomic, but another thread may change it between the load and the store.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static COUNTER: AtomicUsize = AtomicUsize::new(0);

fn add() {
    for _ in 0..10 {
        let seen = COUNTER.load(Ordering::SeqCst);
        COUNTER.store(seen + 1, Ordering::SeqCst);
    }
}

fn main() {
    let threads: Vec<_> = (0..2).map(|_| thread::spawn(add)).collect();
    for each in threads {
        each.join().unwrap();
    }
    assert_eq!(COUNTER.load(Ordering::SeqCst), 20);
}
