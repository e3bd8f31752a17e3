"""Proof and disproof numbers in an AND/OR tree [Allis, van der Meulen & van den Herik, "Proof-number search", 1994].

A proof number says how many leaves at least must still turn out well to prove a node, a disproof number how many must
turn out badly to disprove it. A tree is nested lists; a leaf is a pair written as a string, such as "1/1" or "0/inf".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from kibitz.core.rng import Rng
from kibitz.games.numbers import name_nodes

INFINITY = float("inf")

ProofLists: TypeAlias = "str | list[ProofLists]"


class Numbers(NamedTuple):
    """Infinite where a node cannot be proved, or cannot be disproved."""

    proof: float
    disproof: float


@dataclass
class ProofNode:
    """A node: its name, whether one child is enough to prove it (OR), its ply, its numbers if it is a leaf."""

    name: str
    is_or: bool
    ply: int
    numbers: Numbers | None
    children: list[ProofNode] = field(default_factory=list)

    def walk(self) -> Iterator[ProofNode]:
        """This node and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


def find_numbers(node: ProofNode) -> Numbers:
    """OR: the least proof number, the sum of disproof numbers; AND: the reverse."""
    if node.numbers is not None:
        return node.numbers
    below = [find_numbers(child) for child in node.children]
    proofs, disproofs = [numbers.proof for numbers in below], [numbers.disproof for numbers in below]
    return Numbers(min(proofs), sum(disproofs)) if node.is_or else Numbers(sum(proofs), min(disproofs))


def list_most_proving(node: ProofNode) -> list[ProofNode]:
    """The leaves to which one may come by the least proof number at OR and the least disproof number at AND."""
    if not node.children:
        return [node]
    place = 0 if node.is_or else 1
    least = min(find_numbers(child)[place] for child in node.children)
    return [leaf for child in node.children if find_numbers(child)[place] == least for leaf in list_most_proving(child)]


def name_proof_nodes(lists: ProofLists, *, or_first: bool) -> ProofNode:
    """The root of a tree. Inner nodes are called A, B … level by level, leaves 1, 2 … from left to right."""
    root = _build(lists, or_first, 0)
    nodes = list(root.walk())
    for node, name in zip(nodes, name_nodes([(node.ply, node.numbers is not None) for node in nodes]), strict=True):
        node.name = name
    return root


def _build(lists: ProofLists, is_or: bool, ply: int) -> ProofNode:
    if isinstance(lists, str):
        proof, disproof = lists.split("/")
        return ProofNode("", is_or, ply, Numbers(float(proof), float(disproof)))
    return ProofNode("", is_or, ply, None, [_build(child, not is_or, ply + 1) for child in lists])


def random_proof_tree(rng: Rng, plies: int, widths: tuple[int, ...], *, most: int, settled: bool) -> ProofLists:
    """A tree of a height. `most`: of a number at a leaf. `settled`: whether some leaves are proved or disproved."""
    if plies == 0:
        kind = rng.below(8)
        if settled and kind < 2:
            return "0/inf" if kind == 0 else "inf/0"
        return f"{1 + rng.below(most)}/{1 + rng.below(most)}"
    return [random_proof_tree(rng, plies - 1, widths, most=most, settled=settled) for _ in range(rng.choice(widths))]
