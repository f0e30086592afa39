import type { Defect } from "./judge.ts";

/** What is wrong in each program of SCTBench, found by reading it. */
export const sctbenchDefects: Readonly<Record<string, Defect>> = {
  // A push takes the slot of an element that is being stolen.
  "chess.InterlockedWorkStealQueue": ["WorkStealQueue.h:176 WorkStealQueue.h:209-237", "WorkStealQueue.h:303-333"],
  "chess.WorkStealQueue": ["WorkStealQueue.h:176 WorkStealQueue.h:209-237", "WorkStealQueue.h:303-333"],
  // The same; and the stacks that show the state have no lock.
  "chess.InterlockedWorkStealQueueWithState": ["60-81 stacks", "60-81 stacks"],
  "chess.StateWorkStealQueue": ["60-81 stacks", "60-81 stacks"],
  // What a thread has written is saved between its two counts.
  "conc-bugs.aget-bug2": ["Download.c:159-162 Download.c:191-195 bwritten", "Resume.c:46-102"],
  // The queue is deleted before the last consumer is done with it.
  "conc-bugs.pbzip2-0.9.4": ["1039-1065 1862-1930", "867-925"],
  // Characters are erased between asking for the length and copying.
  "conc-bugs.stringbuffer-jdk1.4": ["stringbuffer.cpp:40-77", "stringbuffer.cpp:95-111"],
  "CS.account_bad": ["10-16", "18-24", "26-32"],
  "CS.arithmetic_prog_bad": "every schedule",
  // The flag is checked before the counter is raised.
  "CS.bluetooth_driver_bad": ["19-29 48-54", "57-69"],
  "CS.carter01_bad": ["4-14", "15-25"],
  "CS.circular_buffer_bad": ["41-72", "26-39 74-89"],
  "CS.deadlock01_bad": ["8-9", "20-21"],
  // Two increments without a lock; where one is lost, the assertion holds.
  "CS.din_phil2_sat": ["30-32 phil", "30-32 phil"],
  "CS.din_phil3_sat": ["30-32 phil", "30-32 phil"],
  "CS.din_phil4_sat": ["30-32 phil", "30-32 phil"],
  "CS.din_phil5_sat": "every schedule",
  "CS.din_phil6_sat": "every schedule",
  "CS.din_phil7_sat": "every schedule",
  "CS.fsbench_bad": "every schedule",
  "CS.lazy01_bad": ["7-20", "23-30"],
  "CS.phase01_bad": "every schedule",
  "CS.queue_bad": ["53-67 85-111", "69-83 113-130"],
  // Two variables are set one after the other, and checked in between.
  "CS.reorder_3_bad": ["71-72 a b", "76-84"],
  "CS.reorder_4_bad": ["71-72 a b", "76-84"],
  "CS.reorder_5_bad": ["71-72 a b", "76-84"],
  "CS.reorder_10_bad": ["71-72 a b", "76-84"],
  "CS.reorder_20_bad": ["71-72 a b", "76-84"],
  "CS.stack_bad": ["17-20 37-50 67-78", "22-30 52-65 80-91"],
  "CS.sync01_bad": "every schedule",
  "CS.sync02_bad": "every schedule",
  "CS.token_ring_bad": ["14-20", "22-28", "30-36", "38-44"],
  // Two values are set under different locks, and read in between.
  "CS.twostage_bad": ["20-24", "30-53"],
  "CS.twostage_100_bad": ["20-24", "30-53"],
  // The threads use different locks for one variable.
  "CS.wronglock_bad": ["18-24 dataValue", "30-33 dataValue"],
  "CS.wronglock_3_bad": ["18-24 dataValue", "30-33 dataValue"],
  // A worker goes round again before the master has closed the centre.
  "parsec-2.0.streamcluster": ["741-765", "766-805"],
  // The master reads costs that a worker has yet to set.
  "parsec-2.0.streamcluster2": ["727-733", "766-769"],
  // The master clears an array that a worker still reads.
  "parsec-2.0.streamcluster3": ["1519-1523 hizs", "1536-1540 hizs"],
  // The last result is written before the end of the input is noted, and nobody says that all is done.
  "parsec-2.0.ferret": ["ferret-parallel.c:174-178 ferret-parallel.c:232 input_end", "ferret-parallel.c:395-404"],
  // Tracing ends while another thread traces.
  "inspect_examples.ctrace-test": ["465-495 1132-1240 1368-1377 _trc _hashreads", "564-598 1380-1396"],
  // A thread is marked as working before it is locked, and takes old work.
  "inspect_benchmarks.qsort_mt": ["313-331", "333-356 457-475"],
  // A context is cleared between the check of its thread and its use.
  "radbench.bug2": ["jsgc.c:2841-2848", "jscntxt.c:153-170"],
  // A reader locks again while a writer waits.
  "radbench.bug6": ["prrwlock.c:219-265", "prrwlock.c:269-320"],
  // Nothing waits for the threads before the result is checked.
  "splash2.barnes": ["code.c:152-154 numFinished", "code.c:330 numFinished"],
  "splash2.fft": ["fft.c:343-346 numFinished", "fft.c:557 numFinished"],
  "splash2.lu": ["lu.c:243-246 numFinished", "lu.c:366-368 numFinished"],
};
