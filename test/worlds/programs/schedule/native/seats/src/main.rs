// A seat is checked and taken under separate locks; uses channels, condition variables, parking and scopes too.
use std::collections::HashMap;
use std::sync::{mpsc, Arc, Condvar, Mutex, RwLock};
use std::thread;
use std::time::Duration;

fn take(seats: &Mutex<u32>, taken: &Mutex<Vec<u32>>, who: u32) {
    let free = *seats.lock().unwrap() > 0;
    if free {
        *seats.lock().unwrap() -= 1;
        taken.lock().unwrap().push(who);
    }
}

fn all_kinds() -> u64 {
    let (send, receive) = mpsc::channel();
    let ready = Arc::new((Mutex::new(false), Condvar::new()));
    let table = Arc::new(RwLock::new(HashMap::new()));
    let sender = thread::spawn({
        let (ready, table) = (ready.clone(), table.clone());
        move || {
            for i in 0..5u64 {
                table.write().unwrap().insert(i, i * i);
                send.send(i).unwrap();
            }
            *ready.0.lock().unwrap() = true;
            ready.1.notify_all();
            thread::park_timeout(Duration::from_secs(3600));
        }
    });
    let mut guard = ready.0.lock().unwrap();
    while !*guard {
        guard = ready.1.wait_timeout(guard, Duration::from_secs(100)).unwrap().0;
    }
    sender.thread().unpark();
    sender.join().unwrap();
    thread::sleep(Duration::from_secs(1000));
    receive.iter().map(|i| table.read().unwrap()[&i]).sum()
}

fn main() {
    assert_eq!(all_kinds(), 30);
    let (seats, taken) = (Mutex::new(1), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for who in 0..2 {
            let (seats, taken) = (&seats, &taken);
            scope.spawn(move || take(seats, taken, who));
        }
    });
    assert_eq!(taken.lock().unwrap().len(), 1);
}
