"""The heart of a convolution: a few cells times a few channels, held in the processor's registers to the end.

    out[cell, channel] = sum of values[cell + neighbour, input] * weights[neighbour, input, channel]

over neighbours and inputs, for CELLS cells and WIDTH channels at a time. Every weight that is loaded serves all the
cells, every value all the channels, and the sums never leave their registers: loops that the compiler sees for itself
reach a third of the speed. The instructions are written for vectors as wide as the processor has; LLVM splits them
where a machine has less. On one core of an AMD EPYC (Zen 5) it does 235 to 245 thousand million operations a second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

CELLS = 6
LANES = 16 if binding.get_host_cpu_features().get("avx512f") else 8  # numbers in a vector
VECTORS = 2  # for each cell
WIDTH = LANES * VECTORS

_NUMBER, _INDEX, _SMALL = ir.FloatType(), ir.IntType(64), ir.IntType(32)
_VECTOR = ir.VectorType(_NUMBER, LANES)


def multiply_tile(
    values: Any, inputs: int, places: Any, first: int, steps: Any, weights: Any, start: int, outputs: int, out: Any
) -> None:
    """Write the sums of CELLS cells, those from `places[first]` on, and of WIDTH channels, one cell after the other.

    A cell has `inputs` values; its neighbour number n is `steps[n]` cells further on. The weights begin at `start`, and
    from one input to the next it is `outputs` of them.
    """
    rows = np.array([weights[start + row * outputs :][:WIDTH] for row in range(len(steps) * inputs)])
    for cell in range(CELLS):
        around = [(places[first + cell] + step) * inputs for step in steps]
        seen = np.concatenate([values[place : place + inputs] for place in around])
        out[cell * WIDTH : (cell + 1) * WIDTH] = seen @ rows


@overload(multiply_tile)
def _multiply_tile(values, inputs, places, first, steps, weights, start, outputs, out):
    return lambda values, inputs, places, first, steps, weights, start, outputs, out: _tile(  # type: ignore[call-arg]
        values, inputs, places, first, steps, weights, start, outputs, out
    )


@intrinsic
def _tile(
    _context: Any,
    values: Any,
    inputs: Any,
    places: Any,
    first: Any,
    steps: Any,
    weights: Any,
    start: Any,
    outputs: Any,
    out: Any,
) -> Any:
    return types.void(values, inputs, places, first, steps, weights, start, outputs, out), _write_tile


def _write_tile(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Two loops, over the neighbours and over their inputs, with the sums as what is passed on from round to round."""
    values, inputs, places, first, steps, weights, start, outputs, out = (
        context.make_array(kind)(context, builder, argument) if isinstance(kind, types.Array) else argument
        for kind, argument in zip(signature.args, arguments, strict=True)
    )
    begin = builder.block
    each_step, each_input, step_done, done = (builder.append_basic_block() for _ in range(4))
    cells = [
        builder.mul(builder.load(builder.gep(places.data, [builder.add(first, _INDEX(cell))])), inputs)
        for cell in range(CELLS)
    ]
    builder.branch(each_step)

    builder.position_at_end(each_step)
    step, weight = builder.phi(_INDEX), builder.phi(_INDEX)
    sums = [builder.phi(_VECTOR) for _ in range(CELLS * VECTORS)]
    away = builder.mul(builder.load(builder.gep(steps.data, [step])), inputs)
    seen = [builder.gep(values.data, [builder.add(cell, away)]) for cell in cells]
    builder.branch(each_input)

    builder.position_at_end(each_input)
    number, next_weight = builder.phi(_INDEX), builder.phi(_INDEX)
    running = [builder.phi(_VECTOR) for _ in sums]
    row = [_load_vector(builder, weights.data, next_weight, vector) for vector in range(VECTORS)]
    added = []
    for cell in range(CELLS):
        value = _spread(builder, builder.load(builder.gep(seen[cell], [number])))
        for vector in range(VECTORS):
            added.append(_multiply_add(builder, value, row[vector], running[cell * VECTORS + vector]))
    number_after, weight_after = builder.add(number, _INDEX(1)), builder.add(next_weight, outputs)
    builder.cbranch(builder.icmp_signed("<", number_after, inputs), each_input, step_done)

    builder.position_at_end(step_done)
    step_after = builder.add(step, _INDEX(1))
    builder.cbranch(builder.icmp_signed("<", step_after, steps.nitems), each_step, done)

    nothing = ir.Constant(_VECTOR, [0.0] * LANES)
    for phi, at_first, later, before, after in (
        (step, _INDEX(0), step_after, begin, step_done),
        (weight, start, weight_after, begin, step_done),
        (number, _INDEX(0), number_after, each_step, each_input),
        (next_weight, weight, weight_after, each_step, each_input),
        *((total, nothing, new, begin, step_done) for total, new in zip(sums, added, strict=True)),
        *((total, old, new, each_step, each_input) for total, old, new in zip(running, sums, added, strict=True)),
    ):
        phi.add_incoming(at_first, before)
        phi.add_incoming(later, after)

    builder.position_at_end(done)
    for index, total in enumerate(added):
        place = builder.bitcast(builder.gep(out.data, [_INDEX(index * LANES)]), _VECTOR.as_pointer())
        builder.store(total, place, align=4)
    return context.get_dummy_value()


def _load_vector(builder: Any, data: Any, start: Any, vector: int) -> Any:
    place = builder.gep(data, [builder.add(start, _INDEX(vector * LANES))])
    return builder.load(builder.bitcast(place, _VECTOR.as_pointer()), align=4)


def _spread(builder: Any, number: Any) -> Any:
    """The number in every lane of a vector."""
    nothing, first = ir.Constant(_VECTOR, ir.Undefined), ir.Constant(ir.VectorType(_SMALL, LANES), [0] * LANES)
    return builder.shuffle_vector(builder.insert_element(nothing, number, _SMALL(0)), nothing, first)


def _multiply_add(builder: Any, one: Any, other: Any, total: Any) -> Any:
    kind = ir.FunctionType(_VECTOR, [_VECTOR] * 3)
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fma.v{LANES}f32")
    return builder.call(function, [one, other, total])
