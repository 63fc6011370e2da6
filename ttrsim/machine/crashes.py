"""Compiled code that crashes stops its own thread instead of the process, where another thread waits for it.

Indices of users' code are checked, but a function that calls itself without end still runs off its stack. The thread
it happens on is parked for good in the handler of the signal, and the one that waits sees which signal it was. On
systems other than Linux a crash ends the process.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

NAMES = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT")  # Windows lacks some
SIGNALS = tuple(getattr(signal, name) for name in NAMES if hasattr(signal, name))
N_SLOTS = 512  # threads that are guarded at the same time
STACK_BYTES = 1 << 16  # of the handler: the thread's own stack may be full
CAN_GUARD = sys.platform == "linux" and sys.maxsize > 2**32
SA_ONSTACK = 0x08000000

_lock = threading.Lock()
_slots = np.zeros((N_SLOTS, 2), np.int64)  # [slot] a guarded thread, and the signal that stopped it
_taken: set[int] = set()
_stacks = threading.local()


class _Action(ctypes.Structure):
    """`struct sigaction` of Linux."""

    _fields_ = (
        ("handler", ctypes.c_void_p),
        ("mask", ctypes.c_ubyte * 128),
        ("flags", ctypes.c_int),
        ("restorer", ctypes.c_void_p),
    )


class _Stack(ctypes.Structure):
    """`stack_t` of Linux."""

    _fields_ = (("start", ctypes.c_void_p), ("flags", ctypes.c_int), ("size", ctypes.c_size_t))


_before: dict[int, _Action] = {number: _Action() for number in SIGNALS}  # what a crash elsewhere still comes to

# Parks a guarded thread; for any other, puts back what was there before and lets the crash happen again.
HANDLER = """
declare i64 @pthread_self()
declare i32 @pause()
declare i32 @sigaction(i32, i8*, i8*)

define void @on_crash(i32 %signal) {{
start:
  %me = call i64 @pthread_self()
  br label %look
look:
  %slot = phi i64 [0, %start], [%next, %other]
  %next = add i64 %slot, 1
  %at = mul i64 %slot, 16
  %place = add i64 %at, {slots}
  %thread = inttoptr i64 %place to i64*
  %guarded = load volatile i64, i64* %thread
  %is_me = icmp eq i64 %guarded, %me
  br i1 %is_me, label %note, label %other
other:
  %is_last = icmp eq i64 %next, {n_slots}
  br i1 %is_last, label %leave, label %look
note:
  %where = add i64 %place, 8
  %signal_place = inttoptr i64 %where to i64*
  %number = sext i32 %signal to i64
  store volatile i64 %number, i64* %signal_place
  br label %park
park:
  %ignored = call i32 @pause()
  br label %park
leave:
{put_back}
  ret void
}}
"""
PUT_BACK = """  %is_{number} = icmp eq i32 %signal, {number}
  br i1 %is_{number}, label %put_{number}, label %after_{number}
put_{number}:
  %done_{number} = call i32 @sigaction(i32 {number}, i8* inttoptr (i64 {action} to i8*), i8* null)
  br label %after_{number}
after_{number}:
"""


class Guard:
    """Of a thread, while it runs compiled code that may crash."""

    def __init__(self, slot: int) -> None:
        self._slot = slot

    @property
    def signal(self) -> str:
        """The name of the signal that stopped the thread, or nothing."""
        number = int(_slots[self._slot, 1])
        return signal.Signals(number).name if number else ""


@contextmanager
def guarded() -> Iterator[Guard | None]:
    """Guards this thread, which somebody must be waiting for; None where the system does not allow it."""
    if not CAN_GUARD:
        yield None
        return
    _install()
    _give_stack()
    with _lock:
        slot = next(slot for slot in range(N_SLOTS) if slot not in _taken)
        _taken.add(slot)
    _slots[slot] = threading.get_ident(), 0
    try:
        yield Guard(slot)
    finally:  # a thread that crashed never gets here
        _slots[slot] = 0
        with _lock:
            _taken.remove(slot)


@cache
def _install() -> Any:
    """Once for the process, whichever thread comes first."""
    put_back = "".join(PUT_BACK.format(number=int(n), action=ctypes.addressof(_before[n])) for n in SIGNALS)
    text = HANDLER.format(slots=_slots.ctypes.data, n_slots=N_SLOTS, put_back=put_back)
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    action = _Action(handler=engine.get_function_address("on_crash"), flags=SA_ONSTACK)
    for number in SIGNALS:
        ctypes.CDLL(None).sigaction(int(number), ctypes.byref(action), ctypes.byref(_before[number]))
    return engine  # kept for good: its memory holds the handler


def _give_stack() -> None:
    """A stack of its own for the handler, once for each thread."""
    if not hasattr(_stacks, "memory"):
        _stacks.memory = ctypes.create_string_buffer(STACK_BYTES)
        stack = _Stack(start=ctypes.addressof(_stacks.memory), size=STACK_BYTES)
        ctypes.CDLL(None).sigaltstack(ctypes.byref(stack), None)
