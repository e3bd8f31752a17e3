"""What a name stands for in somebody's program: the spellings that people use for parameters and parts of a node."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Parameters of a search. Names are compared without underscores and capitals.
PARAMETER_ROLES: dict[str, frozenset[str]] = {
    "node": _words(
        """
        node state root tree position pos board n s current currentnode curr gamestate t currentstate
        start st x vertex treenode rootnode boardstate
        """
    ),
    "depth": _words(
        """
        depth d ply depthleft remaining limit plies maxdepth depthlimit level remainingdepth
        currentdepth curdepth currdepth searchdepth depthremaining dep profundidad tiefe lookahead
        cutoff
        """
    ),
    "alpha": _words("alpha a lo low lower lowerbound alfa α al"),
    "beta": _words("beta b hi high upper upperbound β be"),
    "maximizing": _words(
        """
        maximizing maximizingplayer ismaximizing ismax ismaximizingplayer max maxplayer maxturn
        ismaxturn maximize maximise maximising maximisingplayer ismaximising ismaximisingplayer maxnode
        ismaxnode myturn ismyturn isaiturn ismaxplayer maximizer maximiser ismaximizer ismaximiser maxim
        ismaxi maxi maximum maxs maximizingturn maxstep ismaxlevel maxlevel maxplayerturn
        ismaxplayersturn
        """
    ),
    "minimizing": _words("minimizing ismin isminimizing minimizingplayer minturn isminplayer minplayer minimize"),
    "player": _words(
        """
        player turn color colour side sign c who currentplayer tomove p mover whoseturn activeplayer
        maxormin minmax playertomove agent agentindex playerturn currentturn type nodetype mode
        """
    ),
    "evaluate": _words(
        """
        evaluate eval evaluation heuristic evalfn evalfunc evalfunction evaluationfunction heuristicfn
        utility utilityfn getvalue evaluatefn score scorefn evaluator heuristicfunction valuefn
        """
    ),
    "children_function": _words(
        """
        getchildren childrenfn successors successorfn children getsuccessors successorfunction expand
        generate generatechildren childrenof getmoves
        """
    ),
    "terminal_function": _words("isterminal terminal terminaltest isleaf terminalfn isover gameover isterminalfn"),
    "game": _words("game problem g rules environment env"),
    "graph": _words("tree graph adjacency adj gametree edges nodes childrenmap"),
    "values": _words(
        """
        values scores leaves leafvalues terminalvalues utilities leafs vals nodevalues heuristics
        leafscores arr array terminals scorelist valuelist
        """
    ),
    "index": _words("nodeindex index idx i nodeidx nodei position pos curindex currentindex ind nodenumber"),
    "height": _words("h height targetdepth maxdepth treedepth treeheight totaldepth maxheight target targetd"),
    "table": _words("table tt memo cache transpositiontable seen visited known transpositions ttable"),
    "seconds": _words(
        """
        seconds secs timelimit maxtime timeout time timebudget budget movetime thinktime thinkingtime
        maxseconds timeallowed timelimitseconds timelimitsec
        """
    ),
    "milliseconds": _words("ms milliseconds timems timelimitms maxtimems millis"),
    "deadline": _words("deadline endtime stoptime timeend until"),
    "node_limit": _words("maxnodes nodelimit nodebudget maxleaves"),
    "simulations": _words(
        """
        simulations iterations rollouts playouts numsimulations numiterations niter nsims itermax
        numsims sims numrollouts nrollouts nplayouts numplayouts nsimulations niterations maxiterations
        maxiter iters trials games samples runs
        """
    ),
}
ROLES = tuple(PARAMETER_ROLES)

# Parts of a node, without underscores, capitals, and words such as get and is in front.
_ATTRIBUTES: dict[str, frozenset[str]] = {
    "children": _words(
        """
        children child childs kids successors succ nodes childnodes subtrees branches nextstates
        successorstates neighbors neighbours descendants expand nextnodes childrens successornodes
        childlist childstates subnodes childrennodes nextpositions nextboards childboards sons
        """
    ),
    "moves": _words(
        """
        moves actions legalmoves legalactions availablemoves validmoves possiblemoves columns
        possibleactions availableactions validactions moveslist emptycells availablecells freecells
        movelist
        """
    ),
    "result": _words(
        """
        result play apply makemove domove move successor nextstate applymove applyaction simulate
        forecast forecastmove transition after takeaction step push generatesuccessor playmove dropped
        performmove makeaction withmove next newstate newboard childat stateafter
        """
    ),
    "copy": _words("copy clone deepcopy duplicate copystate copyboard"),
    "winner": _words("winner whowon checkwinner checkwin haswon"),
    "last_player": _words("playerjustmoved lastplayer justmoved previousplayer lastmover"),
    "undo": _words("undo undomove unmake unmakemove pop takeback undoaction unplay undolastmove"),
    "value": _words(
        """
        value val score evaluate evaluation eval utility heuristic h static staticvalue evaluatestate
        payoff reward data leafvalue heuristicvalue v points rating worth number evaluateboard
        evaluateposition staticevaluation util staticeval terminalvalue nodevalue evalfunction
        heuristicscore finalscore scoreboard weight
        """
    ),
    "leaf": _words(
        """
        leaf terminal terminalnode terminalstate leafnode end over gameover finished done goal final
        terminaltest gamefinished ended finalstate endstate gameended endnode terminated
        """
    ),
    "inner": _words("children_flag nonterminal"),
    "key": _words(
        """
        name id key hash state label nodeid zobrist board position tostring str hashkey getkey uid
        """
    ),
    "player": _words(
        """
        player turn tomove side mover currentplayer color colour playertomove whoseturn activeplayer
        sidetomove
        """
    ),
    "max": _words("max maximizing maxnode maxplayer maximizingplayer ismax maxturn maximizer maximising"),
    "min": _words("min minimizing minnode minplayer minturn"),
    "type": _words("type kind nodetype"),
    "ply": _words("depth level ply height"),
    "parent": _words("parent parentnode"),
    "move": _words("lastmove action index movemade columnplayed idx prevmove moveindex"),
    "left": _words("left leftchild l"),
    "right": _words("right rightchild r"),
}
_IN_FRONT = re.compile(r"^(get|is|has|generate|compute|calculate|list|find|all|the|at)(?=[a-z])")
_EXACT = {
    "haschildren": "inner",
    "isleaf": "leaf",
    "isterminal": "leaf",
    "isend": "leaf",
    "move": "result",
    "isover": "leaf",
}


def simplify_name(name: str) -> str:
    return name.replace("_", "").lower()


def parameter_role(name: str) -> list[str]:
    """The roles a parameter of this name may have, the likeliest first."""
    simple = simplify_name(name)
    return [role for role, names in PARAMETER_ROLES.items() if simple in names]


def attribute_role(name: str) -> str | None:
    """The part of a node that an attribute or method of this name means, None if it is not known."""
    simple = simplify_name(name)
    if simple in _EXACT:
        return _EXACT[simple]
    for _ in range(3):
        for role, names in _ATTRIBUTES.items():
            if simple in names:
                return role
        shorter = _IN_FRONT.sub("", simple)
        if shorter == simple:
            return None
        simple = shorter
    return None
