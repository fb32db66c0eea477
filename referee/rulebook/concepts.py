"""What questions about the rules are about, whatever words people have for it.

A concept is found in a question by the ways to say it, of which each language has its own. What an
entry answers is said once for all languages, by the concepts that such questions have in common.
"""

from __future__ import annotations

from referee.wording import gettext_noop

# Translators: ways to say one thing, separated by commas, as people type them; not words for words.
# Capitals and accents do not matter. A `*` stands for any ending, or any beginning. Up to two other
# words may come between the words of a phrase.
CONCEPTS: dict[str, str] = {
    "wild": gettext_noop("wild*, joker*"),
    "skip": gettext_noop(
        "skip*, miss* turn, lose* turn, lost turn, sit* out, miss* go, lose* go, lost go"
    ),
    "skipped": gettext_noop(
        "skipped, miss* turn, lose* turn, lost turn, happens to me, skip on me, in front of me, "
        "miss* go, lose* go, lost go"
    ),
    "flip": gettext_noop(
        "flip*, turn* around, turn* everything, switch* side*, change* side*, arrow*, rotate*, "
        "turn cards over, turn the over, turn deck over, turn it over, turn them over, turned "
        "over, turning over, turns over, turn hand* over, upside down, turn cards around"
    ),
    "side": gettext_noop("side, sides, front, reverse, face*"),
    "star": gettext_noop("star, stars"),
    "phase": gettext_noop("phase*, stage*, level*, contract*"),
    "set": gettext_noop(
        "set, sets, of a kind, triple*, trips, quad*, threes, fours, nines, sevens, eights, sixes, "
        "twos, tens, 3 of the same, three of the same, two of the same, of the same number, fives, "
        "all three, all four, 2s, 3s, 4s, 5s, 6s, 7s, 8s, 9s, 10s"
    ),
    "run": gettext_noop(
        "run, runs, straight*, sequence*, consecutive*, series, numbers in a row, cards in a row, "
        "4 in a row, 7 in a row, 8 in a row, 9 in a row"
    ),
    "pair": gettext_noop("pair*, doubles, double run, double straight, double sequence"),
    "color": gettext_noop(
        "color*, colour*, red, reds, blue, blues, green, greens, yellow*, suit, suits"
    ),
    "odd": gettext_noop("odd, odds, evens, even"),
    "draw": gettext_noop(
        "draw*, drew, pick* up, take, takes, taking, took, grab*, get from, snag*, nab*, pull*"
    ),
    "discard": gettext_noop(
        "discard*, throw*, threw, toss*, chuck*, ditch*, drop a card, put on the pile"
    ),
    "drawpile": gettext_noop(
        "deck*, stock, draw pile*, draw stack*, facedown pile, face down pile, middle pile, cards "
        "in the middle, pile to draw"
    ),
    "discardpile": gettext_noop(
        "discard* pile*, discard stack*, throw away pile*, throwaway pile*, trash*, waste*, open "
        "pile*, face up pile*"
    ),
    "pile": gettext_noop("pile*, stack*, heap*"),
    "lay": gettext_noop(
        "lay, lays, laid, laying, put* down, play* down, place* down, go* down, went down, meld*, "
        "put* out, get* down, put* stuff, layed, lay* out, go together, play phase, show*, down "
        "yet, set down, lie down, drop phase, put* it down, on the table, get rid of my phase"
    ),
    "hit": gettext_noop(
        "hit*, add, adds, adding, added, lay* off, play* on, put* on, stick* on, stick, tack*, "
        "build on, extend*, attach*, put with, play* cards, onto, lengthen*, throw on, play off, "
        "pile on, put cards on, play a card on"
    ),
    "out": gettext_noop(
        "go out, goes out, went out, going out, gone out, finish*, end hand, end with, end it, "
        "close*, win round, win hand, is out, be out, beats me, end round, no cards left in hand, "
        "has no more cards, out with, get out, gets out, is done, be done, goin out, empty hand, "
        "get rid of my last, end by, s out"
    ),
    "deal": gettext_noop(
        "dealt, hand* out, dish* out, give* out, pass* out, cards each, get at the start, start "
        "with, ten each, deal, deals, dealing, cards do we, cards do you get, cards do i get, "
        "cards u get, cards you get, cards we get, cards at the start"
    ),
    "start": gettext_noop(
        "start*, begin*, first turn, go* first, opening, plays first, play first, kick* off"
    ),
    "hand": gettext_noop("hand, hands, hold, holding, holds"),
    "points": gettext_noop(
        "point*, score*, scoring, worth, value*, cost*, minus*, negative, you get for, get for a, "
        "pts, penalt*, how much is, how much are, how much does, how much do"
    ),
    "win": gettext_noop("win*, won"),
    "tie": gettext_noop(
        "tie, tied, tiebreak*, draw game, equal points, same points, same score, level on, same "
        "total, equally many, drawn, a draw, draw now, ties"
    ),
    "round": gettext_noop("round*, same hand, next hand, this hand"),
    "game": gettext_noop("game*, match*"),
    "turn": gettext_noop("turn, turns, my go, move, get a go, another go, more go"),
    "two": gettext_noop("two, 2, both, 2nd, second"),
    "zero": gettext_noop("zero, 0, nil, no points"),
    "again": gettext_noop(
        "again, another, once more, one more, repeat*, redo, retry, replay*, one last, second time"
    ),
    "many": gettext_noop(
        "how many, how much, number of, limit*, maximum, max, at most, too many, how often"
    ),
    "people": gettext_noop(
        "people, ppl, players, persons, of us, folks, person, guys, play this, just 2, is it fun, "
        "just two, alone, girlfriend, with 2, couple, friends coming, can everybody play, can we "
        "all play, solo, with three, with four, with five, work with, one on one, grandkids, can "
        "we play, play with 3, play with 4, play with 5, play with 6"
    ),
    "who": gettext_noop("who, whose, whos, whom"),
    "where": gettext_noop("where, which end, which place, which side"),
    "must": gettext_noop(
        "must, have to, has to, gotta, got to, forced, obligat*, mandatory, obliged, need to, "
        "duty, hafta, required to, supposed to"
    ),
    "wait": gettext_noop(
        "wait*, hold* back, keeping, saving, hide*, delay*, hold off, later, hold my, keep my, "
        "keep phase, keep it, keep a, hang on, sit on, hold on, not show, dont show, don t show, "
        "dont want to lay, secret, hiding, conceal, hold onto, collect*, gather*, save it, save a, "
        "save my, save phase, save the skip, save up"
    ),
    "now": gettext_noop(
        "immediately, right away, straight away, straightaway, asap, instantly, right now, "
        "straight off, first chance, directly, immediatly, stop at once, instant, the moment i, "
        "the second i, soon as"
    ),
    "last": gettext_noop(
        "last, final, all i have left, only left, just one card, one card left, 1 card left, one "
        "left"
    ),
    "first": gettext_noop("first, 1st"),
    "before": gettext_noop("before, prior, b4"),
    "not": gettext_noop(
        "not, no, without, w o, haven t, havent, hasnt, didn t, didnt, don t have, never, isn t, "
        "fail*, unless, couldnt, couldn t, yet, isnt, arent, wasnt, wont, doesnt, dont, aint, "
        "hasn, cannot, havnt, cant, can t, nobody, anymore"
    ),
    "order": gettext_noop("order, sequence of phases, steps, one after, 1 2 3"),
    "omit": gettext_noop(
        "skip* phase*, leave* out, jump* phase*, jump* over, pass over, skip* over, miss* phase*, "
        "leave* phase, past phase"
    ),
    "choose": gettext_noop(
        "choose*, pick, picks, select*, any phase, free choice, whichever, chosen, want"
    ),
    "swap": gettext_noop(
        "swap*, replac*, exchang*, switch*, trade*, substitut*, steal*, stole, change wild, for "
        "the wild, take wild, off the board, off the table"
    ),
    "table": gettext_noop("table, lying, already down, board"),
    "back": gettext_noop(
        "back, undo, return*, change my mind, pick up again, take away, take off table"
    ),
    "mistake": gettext_noop(
        "mistake*, wrong*, error*, messed, screwed, accident*, incorrect*, illegal*, cheat*, oops, "
        "didnt want, didn t want, didnt mean, whoops, regret, bad set, not valid, invalid"
    ),
    "others": gettext_noop(
        "other, others, else, elses, opponent*, her, his, their, sister*, brother*, somebody*, "
        "sombody, someone*, neighbor*, neighbour*, anyone, anybody, friend*, s phase, peoples, "
        "people s, wife*, husband*, mom, dad, mum, mother, father, cousin, buddy*, bro, sis, "
        "grandma*, grandpa*, son s, guy, boyfriend, hers, another player*, another person, kid s, "
        "daughter s, moms, mums, dads"
    ),
    "only": gettext_noop(
        "only, nothing but, entirely, nearly all, completely, full of, purely, mostly, almost all, "
        "all wild*, all joker*, just wild*, just joker*"
    ),
    "part": gettext_noop(
        "part, parts, half, partial*, incomplete, some of, one of the, one set, set now, in two "
        "goes, piece*, split, both halves"
    ),
    "more": gettext_noop(
        "more, extra, longer, bigger, additional, than i need, too many, when i only need, but "
        "need only, larger, over and above, than it says, than needed, than asked, than required, "
        "extras"
    ),
    "less": gettext_noop("fewer, less, shorter, smaller, only some, fewest, lowest, least"),
    "same": gettext_noop("same, equal, alike, identical"),
    "different": gettext_noop("different*, own list*, custom*, easier, own phase*, individual*"),
    "kids": gettext_noop(
        "kid*, child*, easy, easier, adult*, grown*, handicap*, beginner*, little, daughter, son"
    ),
    "mix": gettext_noop("mix*, both sides, combin*, two sides, front back"),
    "empty": gettext_noop(
        "empty, ran out, used up, all gone, none left, no more, nothing left, gone through, "
        "through all cards, all used, went through, no cards, nothing to draw, deck gone, runs "
        "out, running out, nothing more, out of cards, ran through, is gone, deck over, no deck, "
        "out of deck, cards gone, cards are gone"
    ),
    "shuffle": gettext_noop("shuffl*, reshuffl*, mix again"),
    "contents": gettext_noop(
        "box, pack, contents, come* with, missing, complete deck, total, altogether, are there, in "
        "the deck, in a deck, check complete, count the cards, should be in, inside, are supposed "
        "to, many in the game, many are in"
    ),
    "direction": gettext_noop(
        "clockwise*, anticlockwise, direction*, which way, to the left, to the right, left or "
        "right, way round, go left, go right"
    ),
    "late": gettext_noop(
        "join*, arriv*, new player*, come* in, middle of the game, jump in, jump into, show* up, "
        "just got here, mid game, play too, latecomer*, enters, still get in, round 4, wants in, "
        "want in, wants to play, already played, weve already, new person, newcomer*, new guy, "
        "somebody new, late, add a player, add somebody, add another player, add people"
    ),
    "leave": gettext_noop(
        "leav*, quit*, go home, goes home, drop* out, gone home, come back, going home, goes "
        "early, gotta go, going early, left early, left the game, halfway, gives up, stops, "
        "disappear*, tired, stop playing early, i want out, wants to stop, has to go, needs to go, "
        "bail*"
    ),
    "house": gettext_noop(
        "house*, at home, home rule*, we play, family, we always, at ours, our version, our game, "
        "we do it, variant, cousin* play, grandma s way"
    ),
    "short": gettext_noop(
        "short*, quick*, fast*, hour*, long, speed*, minute*, less time, save time, takes time, "
        "little time, no time, time is, have time, time for, mins, min"
    ),
    "possible": gettext_noop(
        "possible, impossible, can someone have, can somebody have, plausible, can have points, "
        "add up, be right, is that right, can that be, can he have"
    ),
    "counts": gettext_noop(
        "count, counts, counted, credit*, valid, still count*, get the phase, considered"
    ),
    "ends": gettext_noop(
        "end, ends, front, beginning, low or high, both sides, each side, either side"
    ),
    "middle": gettext_noop("middle, between, inside, inbetween"),
    "wrap": gettext_noop(
        "wrap*, go around, go past, after 12, 12 1, beyond, circular*, past 12, around the corner, "
        "over 12, ace, after 11, 1 after, 12 back to, start over, 12 start, twelve, one be high, 1 "
        "high, 12 to 1, 12 and 1, 12 then 1, 13"
    ),
    "next": gettext_noop(
        "next, move* up, move* on, advanc*, go on to, stay on, proceed, now what, goes up, go up, "
        "what phase, to 5, on to 8, straight to"
    ),
    "use": gettext_noop(
        "use*, using, stand* for, represent*, be any, act as, any color, any number, any card, any "
        "colour, pretend, serve, replace any*, replace every*, good for, stand in, does a joker "
        "replace, does a wild replace, counts as a wild, count as a wild, count as anything, work, "
        "works, how does, can be, wild as"
    ),
    "whole": gettext_noop(
        "whole, entire*, all of the pile, everything, all at once, complete phase, all of it, all "
        "cards"
    ),
    "several": gettext_noop(
        "several, multiple, more than one, many cards, as many, two cards, 2 cards, a few, bunch, "
        "lots, 3 cards, three cards, 4 cards, five cards"
    ),
    "define": gettext_noop(
        "what is, whats, what s, mean*, definition, explain*, what are, how does, what does, how "
        "do, wats, wat is, wtf, tell me about"
    ),
    "everyone": gettext_noop(
        "everyone*, everybody*, all get, the others, rest of, each of us, we all, the rest, all of "
        "us"
    ),
    "copies": gettext_noop(
        "copy, copies, duplicate*, three red, three blue, three green, three yellow, identical "
        "card*, same card, twins, third blue, third red, 3 green, 3 red, 3 blue, 3 yellow, how "
        "many 7s, how many sevens, how many green, how many red, how many blue, how many yellow"
    ),
    "fits": gettext_noop(
        "fit*, what can i put, what goes on, match*, what can go, what can be added, what can i "
        "add, belongs, go with, goes with, which cards"
    ),
    "turnedup": gettext_noop(
        "turned up, flipped over, face up, turned over, first card, beginning, opening card, "
        "starting card, starter card, top card at the start, first discard is, first discard of, "
        "starts the pile, start* pile"
    ),
    "fixed": gettext_noop(
        "fixed, ten rounds, 10 rounds, number of rounds, certain number, only rounds, few rounds, "
        "5 rounds, 6 rounds, 8 rounds, number of hands, set number, 10 hands, ten hands"
    ),
    "mine": gettext_noop("my own, mine, own group*, own set*, own run*, own phase"),
    "single": gettext_noop(
        "single*, one card, just one, one 8, only one, one by one, one at a time, one color, one "
        "colour"
    ),
    "question": gettext_noop(
        "what now, now what, what happens, what do we do, what then, what to do"
    ),
    "accepted": gettext_noop(
        "we let, allowed it, let it stand, accepted, we allowed, let him, let her, let them, "
        "nobody noticed, didnt notice, didn t notice, overrule*, overlook*"
    ),
    "together": gettext_noop(
        "together, simultaneous*, same time, in a single turn, at once, in one turn, one go, same "
        "go"
    ),
    "need": gettext_noop(
        "need*, asks, asked for, required number, requires, it says, necessary, compulsory, phase "
        "wants, it wants"
    ),
    "number": gettext_noop("number, numbers, numeral*, digit*, value"),
    "move": gettext_noop("move*, shift*, relocat*, rearrang*"),
    "winner": gettext_noop("winner"),
    "each": gettext_noop("each, every"),
    "fewer": gettext_noop("only do, 5 phases, fewer"),
    "always": gettext_noop(
        "always, all the time, keeps getting, every single, every turn, constantly, over and over, "
        "fair, unfair, keep getting, all game, anytime, any time"
    ),
    "young": gettext_noop("young*, old*, eldest"),
    "size": gettext_noop("how big, size, starting hand, how large"),
    "difference": gettext_noop("difference, differ, vs, versus, compared"),
    "repeat": gettext_noop(
        "repeat*, number twice, twice in, the same number, more than once, duplicates"
    ),
    "follow": gettext_noop(
        "in order, consecutive*, one after the other, in sequence, directly follow, gap, gaps"
    ),
    "hard": gettext_noop(
        "hard, difficult, impossible to get, cant get, hate, annoying, phase is impossible, "
        "impossible phase, cant do my phase, cant make my phase"
    ),
    "real": gettext_noop("real, actual, genuine, proper, normal card, normal number, natural"),
    "least": gettext_noop("at least, minimum, fewest, minimal"),
    "top": gettext_noop("top, uppermost"),
    "bottom": gettext_noop("further down, bottom, underneath, lower, deeper, any card of"),
    "play": gettext_noop("play, plays, playing, played, use my"),
    "counting": gettext_noop("counting, count up, before we count, scoring, add up"),
    "ready": gettext_noop("ready, lucky, complete already, two phases in hand"),
    "after": gettext_noop("after"),
    "made": gettext_noop(
        "done, completed, made, finish my phase, complete my phase, get my phase, got my phase, "
        "completing"
    ),
    "decide": gettext_noop("decide*, who says, up to"),
    "invent": gettext_noop("make up, invent*, custom, create, design, our own"),
    "anyorder": gettext_noop(
        "any order, random order, free order, in whatever order, whichever order, any phase, pick "
        "phase"
    ),
    "twice": gettext_noop("twice, two times, 2 times, second time, in a row"),
    "justtwo": gettext_noop(
        "two players, 2 players, two of us, 2p, just two, two people, two player, 2 player, game "
        "for two, me and my, my wife and me, only me and, just me and, me and mom, me and dad, me "
        "and him, me and her"
    ),
    "when": gettext_noop("when"),
    "whatever": gettext_noop(
        "no matter what, whatever happens, regardless, whatever number, whatever the"
    ),
    "justdid": gettext_noop("just put, just laid, just played, have just"),
    "lost": gettext_noop("lost, lose, loses, loser"),
    "enough": gettext_noop("enough, although, suffice, even though, even if, do i only need"),
    "also": gettext_noop("too, also, as well"),
    "rid": gettext_noop("get rid, rid of, dump*, unload*, lose cards"),
    "stop": gettext_noop("stop"),
    "change": gettext_noop("change*, modif*, alter, adapt"),
    "continue": gettext_noop(
        "continue, carry on, go on playing, keep going, keep playing, play on"
    ),
    "dealer": gettext_noop("dealer*, after dealing, who deals, shuffler"),
    "ten": gettext_noop("ten, 10"),
    "version": gettext_noop("version, variant"),
    "allowed": gettext_noop("allowed, permitted, legal, ok"),
    "want": gettext_noop("i want, want the, id like"),
    "stay": gettext_noop("stay*, stuck, remain*"),
    "important": gettext_noop("matter*, important, decisive"),
    "way": gettext_noop("own way, our way"),
    "noticed": gettext_noop("notic*, too late, only saw, realiz*, found out"),
    "total": gettext_noop("total, altogether, overall, in all"),
    "instead": gettext_noop("instead"),
    "special": gettext_noop("special*, action card*"),
    "most": gettext_noop("the most, most of one, at most"),
    "disorder": gettext_noop("out of order, jumbled, mixed order, whatever order"),
    "limit": gettext_noop("limit*, cap, bound"),
    "minimal": gettext_noop("set of 2, set of two, as few as"),
    "check": gettext_noop("check*, complete"),
    "missing": gettext_noop(
        "dont have the, not the run, not yet the, still missing the, missing the run, missing the "
        "set"
    ),
    "down": gettext_noop("phase down, phase on the table"),
    "soon": gettext_noop("go to bed, end early, stop earlier, soon"),
    "five": gettext_noop("five, 4 of them, four of them"),
}
"""How people say it, by concept."""

CUES: dict[str, str] = {
    "players": (
        "many people, people, people two, need people, justtwo, justtwo people, justtwo play, many "
        "game, many play, game many play, many table, people play, least people, many people need, "
        "least many people, people game, people limit, justtwo people play, justtwo people ten, "
        "people use, pair people play, people play use"
    ),
    "dealer": (
        "who start, who deal, next deal, direction, who first, start first, who deal next, start "
        "round, deal win, deal winner, who deal winner, start others, young start, young first, "
        "shuffle deal, who shuffle deal round, who shuffle, deal round two, play direction, play "
        "side, game direction, dealer, who dealer, next dealer, dealer start, choose dealer, who "
        "choose dealer, define dealer, who after deal, who dealer turn, who play dealer, who first "
        "round, who first each round, first each round, deal turn who, who start round"
    ),
    "hand-size": (
        "hand more, deal more, deal many, deal mistake, deal, hand 11, hand 11 mistake, size hand, "
        "size start, size hand start, hand start, start many, ten 11 discard, 11 ten hand, deal "
        "each, deal everyone, hand many size, many deal each, many start hand, only 9, 9 mistake, "
        "many must deal, ten hand, ten deal, deal ten each, always ten, always ten hand, many hand "
        "ends turn, many ends turn, ends turn, out turn many, hand many turn, many contents ends "
        "turn, 9 question, 9 define, many turn, start ten each, hand limit, many hand most, hand "
        "many, many hand allowed, deal everyone ten, many start each, ten 11, hand 12"
    ),
    "deck": (
        "contents, contents many wild, contents many skip, many wild, many skip, contents flip, "
        "flip drawpile contents, contents game, number wild, many number wild, total, total many, "
        "total contents, contents whole game, many whole game contents, game whole many, special "
        "many, special contents, number contents, contents counts, counts contents whole, check "
        "contents, contents game many, contents many game play, check contents counting, check "
        "counts, check counting, check game, many contents"
    ),
    "copies": (
        "copies, color copies, color lay 12, copies possible, copies color possible, copies set, "
        "copies two, many color 4, color many, many color contents, most same, most single, many "
        "same, most copies, many copies, copies same number color, set copies two allowed, copies "
        "set two several, copies many contents, many contents set, copies many contents drawpile, "
        "copies contents many game, each two, two several each, each contents many, many each, "
        "each many game, each game many contents, many color set"
    ),
    "first-discard": (
        "turnedup skip, turnedup wild, turnedup flip, turnedup, start skip, start wild, turnedup "
        "discardpile, deal flip skip start, start flip skip, wild first discardpile, first wild, "
        "start discardpile first, start game turnedup wild, start wild turnedup, dealer flip skip, "
        "dealer flip skip who, dealer flip wild, deal skip who skipped, dealer flip skip who turn, "
        "dealer flip skip who skipped, flip top wild, flip top skip, first flip wild, turnedup top "
        "wild, first discard skip, start first skip, start first discard skip, first discard wild, "
        "start discard wild, start first wild, first flip skip turnedup, dealer skip start, dealer "
        "start skip drawpile, start drawpile skip, turnedup wild who, turnedup wild draw, turnedup "
        "wild draw who, turnedup wild start ends"
    ),
    "turn": (
        "turn order, turn, turn define, question turn, turn start, draw discard first, discard "
        "first, first hit lay, hit first lay after, hit lay first draw, hit first lay part, order, "
        "order question, hit before after discard, after discard hit, before discard, hit before "
        "discard, discard after lay, order draw discard, discard before lay, when draw, when hit, "
        "when lay, draw lay hit discard, first hit lay wait, turn whole, first draw discard "
        "turnedup, before discard draw, first draw lay, first draw discard drawpile"
    ),
    "draw": (
        "draw discardpile, draw two, draw several, pile draw, draw again, must draw, lay before "
        "draw, draw first, pile, must draw discardpile, draw discard, draw discardpile pile, draw "
        "single discardpile, draw bottom discardpile, top discardpile, draw top, bottom "
        "discardpile, bottom draw, top bottom, draw twice, start turn draw, not draw start, draw "
        "after lay, lay draw, must draw pile last discard, draw last discard, draw last, top "
        "discardpile draw, top pile draw, discard draw instead, instead draw pile discard, draw "
        "back, many draw turn, draw each turn many, draw many, draw single turn, choose draw, draw "
        "back pile, draw back again, draw allowed, draw others discard, where draw, draw drawpile "
        "discardpile, draw drawpile, draw single back, draw many contents, many draw drawpile"
    ),
    "draw-pile-used-up": (
        "empty drawpile, empty, shuffle empty, empty pile, out drawpile, empty everyone, empty "
        "question, empty draw, not draw empty, empty people, empty drawpile more, more empty, draw "
        "whole, question whole draw, whole draw when, draw everyone question, draw whole question "
        "when, empty round, empty out, drawpile not, shuffle pile, empty choose, draw everyone "
        "question when, empty not out, drawpile empty out, pile empty not out, empty whole, draw "
        "not empty"
    ),
    "draw-special": (
        "draw skip discard, draw wild discard, draw skip discardpile, draw wild discardpile, draw "
        "wild, draw skip pile, draw wild pile, others discard wild, others discard skip draw, "
        "others discard wild draw, others discard skip, discard skip, others discard skip hit, "
        "back wild discardpile, skip top draw, wild top draw, top skip, allowed draw wild, allowed "
        "draw skip, back wild discard, discard wild draw again, wild discardpile"
    ),
    "skip": (
        "use skip, skip choose, skip who, define skip, skip next, skip wait, skip, skip others, "
        "skip who others, skip next others, where lay skip, lay skip, skip must discard, lay skip "
        "discard, skip play where, play skip, discard skip discardpile, discard skip, skip "
        "discardpile, skip discard pile, use skip question, skip lay discardpile, skip question, "
        "must skip now, must play skip now, play skip now, skip now, question skip discard, where "
        "hit skip, when play skip, use skip when, when skip, skip dealer, must play skip, skip "
        "wait hand, allowed skip who, skip define use, skip next people, play skip before, hit "
        "skip play before"
    ),
    "skip-twice": (
        "skip two, skip again, skip same, skip two same people, skip again others, skip two same "
        "again, two choose skip same, skip deal again, two skip single people, skip two others, "
        "skip two turn, skip twice, skip repeat, skipped repeat, skipped two, skip always same, "
        "skip twice same, skip twice others, skip people twice, skipped twice, two people skip, "
        "justtwo same skip, skip people two skipped, skipped two people, two skip same turn, two "
        "skip allowed, skip same again, next turn skip again, several skip people, everyone skip "
        "two, skip everyone others two, everyone skip others house two, skip two house others, "
        "two people skip together, people together skip twice, skip also next, skip next turn "
        "also, skip others lay table"
    ),
    "skipped-turn": (
        "skipped, skipped draw, where skip, skipped turn, skipped where, others skipped, skipped "
        "question, skipped skip leave, draw skip, draw single skip, skipped draw single, draw when "
        "skip, skip draw turn, skip question, question skip table, skip stay, skip leave when, "
        "skip table, must discard skip skipped, draw when skipped, skipped hit, when skipped, "
        "skipped turn question, turn skip question, skip turn discard question, after turn skip, "
        "question skip after turn, where skip after turn"
    ),
    "skip-with-two": (
        "skip two people, two people only skip, skip people two again, skip two people turn again, "
        "play skip two, skip two game, skip game two people, play skip two people, skip justtwo, "
        "justtwo skip again, justtwo skip play, justtwo skip turn, skip justtwo people, skip "
        "justtwo again turn, skip justtwo use, skip justtwo define, skip justtwo allowed, justtwo "
        "skip only"
    ),
    "flip-symbol": (
        "flip, flip hand, flip table, flip phase, flip drawpile, flip everyone, flip lay, flip "
        "discard, flip whole, when flip, when flip everyone, made flip, define flip, others "
        "discard flip, flip hand also, flip question, flip play, flip play hand, flip use, flip "
        "use when, flip table set, flip turn, flip pile"
    ),
    "going-out": (
        "out, out last, out not discard, out hit, out discard, last discard, out round, define out "
        "round, hit everyone not discard, hit others not discard, last, last hit, must discard "
        "out, need discard out, need out, need discard, must discard last, define out, out not "
        "lay, out not phase, out not lay phase, win round single, last win round, round win, rid "
        "last, out not made phase, out made phase, out phase must, out hit last, round win out, "
        "out single last, not last rid, rid last question, must discard out phase ten, discard "
        "must out ten, round ends, hit whole not discard, hit whole must not discard, hit whole "
        "more must not discard, whole hit table not discard, fits hit out, out lay single, out lay "
        "hit, out wild, wild out last, last hit run, last lay run, last hit set, must lay phase "
        "out"
    ),
    "last-card-skip": (
        "last skip, out skip, out last skip, skip discard last, last skip out single, last out "
        "skipped, last single skip, hand skip last, last skip define, skip out discard, skip out "
        "allowed, last skip allowed, skip only, only skip last, skip rid last, skip last who, skip "
        "last question, out skip others turn, out skip others, out skip skipped"
    ),
    "last-card-flip": (
        "last flip, out flip, out last flip, last flip side, last flip points, out flip side "
        "counts, out flip everyone before counts, flip out counts, flip last counts, flip out "
        "before, flip counting, out flip counting, flip before counting, last discard flip, out "
        "flip side, when out flip"
    ),
    "round-over": (
        "out everyone again turn, out everyone turn, out again turn others, last turn everyone, "
        "round out now, others turn out, others out lay, out lay phase, out lay short, out lay "
        "phase short, out turn, out now, empty hand now, others out lay after, lay after out, "
        "after out others turn, everyone again out, everyone again when out, everyone when out "
        "turn, everyone out lay, when out others lay, round when not hand, round out when hand "
        "empty, when round out empty, out now stop, after out now stop, others out stop, after "
        "others out play stop, stop out, round out when, round when out not, after out everyone "
        "again, everyone turn after out, out turn more, out again others, out others hit, round "
        "stop, others out lay last, now out others empty, empty not now others, others last play, "
        "last others play house, everyone again turn deal each, everyone turn again each, after "
        "down lay out others, after out lay down phase, after out others lay phase, others last "
        "after out, others last after, last after made others, last turn others out after, out "
        "continue, out play continue, empty play continue, not play continue empty, again draw "
        "out, out draw again more, round now, out made others, out made ends, now out counts, "
        "others not again play more"
    ),
    "set": (
        "define set, set same color, set color, must set color, same number set, define set same "
        "number, difference set, difference set run, size set, set possible two, repeat set, "
        "define set repeat, same number, difference run set define, two same counts set, counts "
        "set, same set counts, set different color, many set, whole set many, contents set, enough "
        "several set, enough set two, set two define, number set define, number set, use set two "
        "same, use set, set color mix, set many color, set real, minimal set, minimal set two, "
        "minimal, minimal set define, two same set, only two set, set only several, set two only "
        "use, set two only several, set color whatever, two several set define, several set "
        "define, number two set define"
    ),
    "run": (
        "define run, run color, run same color, run counts, define run number, number run, run "
        "number order, run number same two, run follow, follow number, run repeat number, repeat "
        "run, run twice number, run twice, 2 4 6 8 run, run number 2 4 6 8, color mix run, run two "
        "4 6 8, run mix, only color run, run only single color, must run same color, run must "
        "order, must run follow, run use, run color allowed, run single color, run start, counts "
        "run points, made counts run, counting counts run, color run only define, need color run, "
        "run need same color, must run color single, must color run, color important run, run "
        "copies color, many color run, different color run, run set two"
    ),
    "end-of-run": (
        "wrap, run wrap, wrap 12 1, 11 12 1 2, wrap 11 12 1 2, wrap counts, run 1 12, run 1 12 "
        "hit, run 12, run after 12, run ends 12, run whole 12"
    ),
    "one-color": (
        "color, color same, color run define, color use phase, phase color number, color number, "
        "color phase, repeat color, repeat color number, repeat phase color, repeat color same, "
        "color phase whole, whole color phase number, enough color number, color number whatever, "
        "color whatever, enough color, color enough whatever number, allowed phase 8, phase 8, "
        "repeat same color number, same color number two, color number repeat two same, use color, "
        "color phase define, color same number, color allowed, define color, color run difference, "
        "mix color phase, important number color, number important color phase, color important, "
        "color same copies number repeat, color number different, need different number color, "
        "color must different number, color must follow, follow color, 7 color must run, 7 color "
        "run, need color run several"
    ),
    "odd-and-even": (
        "odd, odd run, define odd, odd phase, odd counts, odd two, odd use, repeat odd, repeat "
        "number odd, define odd counts, repeat odd two, pair odd, odd pair repeat, counts odd 3 5 "
        "7, odd 12, odd number, odd allowed, odd run define, odd set"
    ),
    "pair-run": (
        "pair run, define pair run, pair, define pair, pair use, use pair run, run two pair, two "
        "pair, pair follow, pair order, pair follow order, pair turn"
    ),
    "whole-phase": (
        "part phase, lay part, part lay phase, lay set part run, part phase lay only, part wait "
        "lay, set lay together, two set lay together, must lay set together, lay together, "
        "together phase, lay set not run, set not run, lay only set, must lay two set, part first "
        "phase lay, single two set lay, ready single set two, must whole phase together, must "
        "whole phase, phase together must, must lay whole together, lay set single, each set lay, "
        "lay single set together, need two part lay, need two part, two part lay, only part, lay "
        "only part, set lay run after, lay set wait run, whole lay, set run missing, missing set, "
        "missing run, part missing, lay run wait, lay run now others wait"
    ),
    "oversize-groups": (
        "more run, more set, more lay, more lay phase, more lay run, more lay set, more phase, "
        "phase need color, phase need more, need more, run more need, more set lay together phase, "
        "more lay together, more set phase, same set enough, set enough, enough more, enough same, "
        "run enough, enough, lay several set, several set lay number, lay 4 set, set several, "
        "enough lay run must, lay run enough, enough must lay, enough lay, more set need, lay more "
        "need, hit more set need, several more, set 4 need 3, lay whole run more, 4 same set lay, "
        "need color phase more, lay whole set, five set lay, five same set, lay five, five set, "
        "five lay set whole, lay run need only, more need lay phase, need color single phase, "
        "phase need color 7 8, phase color 7 8, run 5 phase, set 6 5"
    ),
    "number-card": (
        "many wild phase, wild phase, only wild phase, whole phase wild, each phase wild, many "
        "wild each phase, wild more phase, many wild use phase, least number, least real number, "
        "need real number, least number phase, need number, real number phase, must real number, "
        "more wild number, least single number, more wild, many wild set, many wild run, number "
        "wild, wild number define, wild real number, wild counts number, two wild set, two wild "
        "use set, use two wild, wild two, wild each set, wild each, several wild, several wild "
        "phase, several wild use, must number, allowed many wild, wild limit, wild use several "
        "set, wild set many use, only whole phase wild, phase whole only wild contents, phase wild "
        "5, many wild, wild number not, number real enough, real enough, two set wild"
    ),
    "wild-only-groups": (
        "only wild set, only wild run, wild set, wild 3 set, set only, set number only wild, two "
        "wild set, two wild only, two wild pair, two wild not others, whole run wild, whole set "
        "wild, run wild whole only, only wild, wild only set allowed, run only wild use, only wild "
        "pair, wild set only use, two wild set others, minimal set wild two, lay only wild set, "
        "lay set only wild single, not real set, set not number, run not real, run not number, not "
        "real number set"
    ),
    "equal-groups": (
        "two set same, set same, two set, two set 5, again 3, again set, two same number set, "
        "again same, two set number, two set different number, different number set, must set "
        "different number, set different must two, two set repeat, allowed two set same, same set "
        "twice, set twice, must different set, set others, two set others, two set repeat same "
        "number, set two repeat same, need two set use"
    ),
    "skip-in-group": (
        "skip use wild, skip hit, skip use phase, skip set, skip run, skip use, skip lay, skip "
        "table hit, phase skip, skip use number, skip number, skip counts number, skip use run, "
        "skip use set, skip counts, lay skip set, lay skip phase, hit skip set, hit skip run, "
        "allowed skip phase, skip instead, skip wild"
    ),
    "side-in-play": (
        "mix side, mix side phase, mix side lay, lay side two, same side phase, phase same side "
        "must, same side, must same side, side same whole phase, same side lay, mix phase, part "
        "side phase, part color side phase, part color side wild phase, use mix side, mix ends "
        "use, use side two, use together side, use ends together, side together, side phase two, "
        "phase side, side mix allowed, wild side color phase, number back phase"
    ),
    "one-phase-a-round": (
        "two phase round, two phase, two phase several, phase two lay turn, ready phase two, ready "
        "two, two phase hand, phase two ready hand, lay 4 5, also lay, lay also phase, lay 4 also "
        "5, also lay 5, after phase continue two round same, after phase start two now round, "
        "continue phase two same round, after phase two round, out phase after next two, phase "
        "after two made, out phase two now, next phase same round, next phase now, two phase same "
        "round, phase after now two, several phase round, lay next phase, 1 2 phase after, again "
        "phase same round, two phase follow, two phase together, single phase round, each phase "
        "round, each phase round two"
    ),
    "phase-order": (
        "order phase, omit phase, phase before, must order phase, omit, must order, order phase "
        "follow, hard phase next, hard next, hard phase, phase hard omit, next omit, must follow "
        "phase, phase follow each, follow phase, omit phase not, made phase not two, phase 3 not "
        "two, phase not two, phase before not made, phase 3 not made two, stay phase omit, stay "
        "phase next hard, order phase mix, phase not order, must follow order phase, disorder "
        "phase, disorder, phase disorder allowed, must order number, order two must, must order "
        "run two, hard phase others, hard phase again, hard different phase, stay phase next 4, "
        "next phase stay, order phase must made, phase first before"
    ),
    "when-a-phase-counts": (
        "phase counts, lay not win counts, lay not win, lay phase counts, phase counts others out, "
        "not win phase counts, phase counts others win, out after lay phase counts, others out "
        "phase made, out lay made, phase made, phase made not win, phase made others, lay made "
        "others out, phase made lay, after lay others out made, after lay out phase made, phase "
        "lost, lay lost, lay lost round, lay phase lost round, phase lost round next, phase table "
        "win, phase lay win, phase counts lay win, first phase table win, phase made lay win, when "
        "phase made, made lay win, lay others first out, lay others short, lay phase others out "
        "before, lay phase others first, lay others out before, lay not out next, not out next, "
        "lay others out next, counts phase when, counts lay, not out counts, lay out next, not "
        "first out, made lay not out"
    ),
    "must-lay-down": (
        "must lay, must lay now, lay now, wait phase, wait lay, wait phase hand, must lay phase, "
        "must phase now, must lay phase now, wait hand lay, not lay phase, phase wait not, must "
        "phase, must lay use, wait phase lay, choose lay phase not, more before lay, before lay "
        "phase more, draw more before lay phase, wait before lay, before lay phase, must lay need, "
        "need lay, must not want lay, not want lay must phase, want not lay, wait phase out, must "
        "lay when, lay not must, allowed wait, allowed wait phase, lay choose, when lay, not lay, "
        "phase stay wait, whole phase wait not, not wait phase lay, need not phase lay wait, not "
        "want phase lay, must not choose lay phase, must lay not choose, not lay wait, not lay "
        "only wait, not lay only others wait, others not lay phase, others not lay wait, not lay "
        "others, not lay phase only wait"
    ),
    "wild-values": (
        "wild color, use wild color, define wild, star, use star, star color, wild, wild everyone "
        "number color, wild number, wild each color, draw use wild, number color wild, use wild, "
        "wild use number, swap wild use, use wild star, number wild define, whole wild define, "
        "whole wild, define star, wild counts, wild use whatever, wild whatever, use swap wild"
    ),
    "wild-in-run": (
        "wild run ends, wild run where, wild ends, where wild, wild run, wild middle run, wild "
        "hit run number, wild run number, define wild run number, lay wild run, decide wild, who "
        "decide wild, decide run wild, wild use number run, wild ends two, twice ends wild, start "
        "ends wild run, ends start wild, wild counts run, run wild define, wild run use, define "
        "wild run counts, points wild run, wild middle, decide wild number, wild hit run, where "
        "side wild, follow run wild, wild 3 8, where wild run, run wild 4, run wild 8"
    ),
    "replace-wild": (
        "swap wild, swap wild run, swap wild table, draw wild table, swap wild set, swap wild "
        "others, swap, back wild, move wild, move wild lay, move wild table, back wild table, back "
        "wild set, out wild set, real wild set, real wild, real wild others set, swap real wild, "
        "swap wild real run, swap use wild, swap wild use others, draw wild use, hit wild draw, "
        "wild draw set, choose wild set, want wild, want wild others, want wild others set, swap "
        "wild hand, table wild, wild table swap single, use wild again, draw wild run, draw wild "
        "others, others wild, draw wild use hit, back wild hand"
    ),
    "hit-before-phase": (
        "hit not phase, hit before lay, hit not lay, hit before phase, hit others not phase, hit "
        "others not lay, must lay before hit, lay first hit, not phase fits others run, not phase "
        "fits, not phase fits others, rid not others, not lay rid others, not phase rid others, "
        "not rid, not others lay, hit before made phase, hit others before made phase, play "
        "others before phase, play others before out phase, hit others before phase, hit before "
        "mine phase, before mine phase hit others, hit before, hit not made, hit not made phase, "
        "before mine hit, others hit before, hit allowed not lay, hit allowed before, must lay "
        "hit, hit first, hit others before mine lay, not phase others, not phase hit allowed, not "
        "phase rid others set, not phase want others set, not phase want hit others, not phase "
        "rid set, rid not phase, rid others not phase want, not down hit, hit not phase down, rid "
        "others first, rid first, hit lay not others everyone, hit everyone not lay, hit play "
        "others before phase made, play others before phase made, when allowed hit others, when "
        "allowed play others, not hit table"
    ),
    "hit-in-the-same-turn": (
        "hit same turn, lay hit now, lay hit same turn, lay phase hit, lay phase more hit now, "
        "wait turn hit, must wait hit, must wait turn before hit, wait round hit, must wait round "
        "before hit, lay hit together, lay phase hit together, lay hit several now, lay hit turn, "
        "lay hit, lay phase out hit now, more hit lay now, justdid lay hit, justdid lay phase hit, "
        "justdid lay, justdid lay phase more, justdid lay phase hit more, after lay phase, lay "
        "continue, after lay continue, lay hit same, after lay hit, hit after lay now, hit now, "
        "hit now after, hit after phase, wait hit, turn lay hit now, also hit phase, also hit lay "
        "now phase, also hit lay, phase hit now also, phase table hit, phase lay also hit, table "
        "phase hit now, down hit, down hit now, down also hit, down phase hit, down phase hit now "
        "also"
    ),
    "how-many-hits": (
        "many hit, others hit, others hit phase, several hit, mine hit, others hit set, others hit "
        "many, hit, hit mine phase, hit mine wait, single more hit others, more hit others, hit "
        "not turn, hit turn not mine, hit single turn, only single hit turn, only single hit, "
        "together hit, together hit others, hit together many, hit several different people, "
        "different people several, several others, several people discard, rid others, rid several "
        "others, rid many others, rid many others together, rid several, rid several different "
        "people, rid others phase, hit not turn when, more hit, hit more single, several hit "
        "allowed, hit run others, hit each turn many, hit limit, limit hit turn, hit several "
        "others, hit mine others, hit only mine, hit everyone, hit turn, when hit, must hit, must "
        "hit wait, not hit, hit not must, lay hit others set"
    ),
    "what-fits": (
        "hit set, fits set, fits hit set, fits color, hit color, fits odd, hit odd, fits, hit "
        "color set, fits set color, hit set 8, wild hit set, hit wild others set, wild set others, "
        "hit 5 set, hit set others number, hit set 5 others, lay others set, allowed color set, "
        "allowed color, color hit allowed, hit wild who set, allowed color define, hit different "
        "number set, different hit set, hit again number set, number hit set, fits others set"
    ),
    "ends-of-a-run": (
        "hit run, where hit run, middle run, ends run, hit run ends, fits run, hit run middle, "
        "where run, fits run hit, run hit number, hit run single middle, single middle run, hit "
        "two run ends, run 3 4 5 6, hit run ends mix, more run ends, hit two run, hit several "
        "run, hit two ends, hit start run, middle run hit allowed, where hit, hit ends run two "
        "side, run ends side hit, hit run mix side ends, where run number, where fits, run 8 4, "
        "run lay 4, hit run 1 12"
    ),
    "hit-pair-run": (
        "hit pair run, single pair run, single pair, hit pair, hit single pair run, again pair "
        "single, 9 pair, single pair hit, must two pair hit, must several pair, must several hit "
        "pair, hit several pair, pair enough, pair hit must, lay two pair must, odd must several "
        "enough, pair must several enough, pair hit allowed, only single pair, hit only single "
        "pair run"
    ),
    "hit-other-side": (
        "hit side, hit side table, side table, others side hit, hit side wild set, hit wild side "
        "color, hit side color, side hit set, hit different side, different side table, side hit "
        "allowed, mix side table, flip hit, before flip hit, flip hit others, flip lay table "
        "again"
    ),
    "color-of-a-run": (
        "color run side, color run wild side, run wild side, color run only side, only side run "
        "wild, color wild run, color run wild hit, color run number wild only, color run only "
        "wild, run color wild number, side color run wild only, star color run, fits color run, "
        "define color wild run"
    ),
    "take-back": (
        "back, back table, back hand, mistake back, back mistake hand, back phase, mistake lay, "
        "mistake lay not, back lay, back table hand, mistake lay back, draw again mistake, mistake "
        "lay draw back, mistake draw back, back leave phase, move lay, move table, move table lay, "
        "move after lay, change lay, change table, draw back, mistake lay set, change lay set, "
        "mistake set change, lay mistake change, change mistake, lay set not change swap, lay "
        "others mistake set, lay draw again, again draw lay single, lay back draw, draw again "
        "table, draw single again table"
    ),
    "points": (
        "points, points wild, points skip, many points, many points wild, points last, points "
        "number, points define, points each, points hand, points more, points skip hand, points "
        "counting, use points, counting, points skip many, points ten, points ends round wild, "
        "wild ends round, wild out round, stay points skip, wild points hand, many stay, points "
        "star"
    ),
    "who-scores-0": (
        "zero, zero points, two zero, who zero, win zero, only win zero, only out zero, only "
        "winner zero, zero out, out points, out points many, out define points, who not points, "
        "not draw points, points not, winner zero, winner points zero, out who zero, out not "
        "points, points out win, zero points people, two people zero, out points also, many points "
        "when out, points out when"
    ),
    "possible-counts": (
        "possible points, possible, possible points not lay, points mistake, possible 35 points, "
        "points not lay 5, points not lay, out points not lay, points lay, 17 points not, points "
        "not possible, points 17 possible, possible lay run points, possible points lay, others "
        "points possible, points allowed, counts possible, 35 points"
    ),
    "next-phase": (
        "again phase, not phase again, next phase round, must again phase, next phase others out, "
        "phase not lay next, not phase question, not phase next, everyone next phase, everyone "
        "next, phase not made, phase not, where phase not, made not, lost again, lost repeat, lost "
        "round again, lost round, phase after round, next phase after round, lost repeat round, "
        "different phase people, different phase two, justtwo different phase, different phase "
        "justtwo people, not made phase question, same phase, same phase again, stay phase, stay "
        "same phase, stay, next phase, phase not made where, next made phase, next, lost phase, "
        "not made again, again phase next round, repeat phase, different phase, not made stay, "
        "stay phase not, not phase again must, question next not phase, not phase question next "
        "now, not phase now next, stay next round, next round phase stay, not made phase stay, not "
        "phase stay next, again phase not lay, repeat phase not lay, made not question"
    ),
    "end-of-game": (
        "win, game, win game, game out, last phase, who win less points out first, win out first, "
        "who win ends, who win less, win points out, points phase decide, decide win, decide, "
        "everyone phase win must, when out, when game out, when win, when stop, stop game, when "
        "stop play, first ten win, first out ten win, question out ten, out ten, when out ten, "
        "others out ten, question when others out phase ten, ten win, phase ten out, phase ten "
        "when, made ten, others ten, question phase ten out, ends points important, important "
        "points, important points win, who win, ends game, when game, phase last win, first ten, "
        "ten, made phase ten win, who win ten, points win, less points win ten, stop, win must "
        "ten, win less points, game phase ten"
    ),
    "two-finish": (
        "two out last phase, two out same round, two win, same round two phase last, two out "
        "together phase ten, two together out phase, two together phase ten made, two together "
        "phase made, two together out ten, people out together ten, two ten, two ten win, two out "
        "ten, two made ten, two ten together, out ten together, two ten same round, tie ten, two "
        "tie ten, tie phase ten, two out same round win, two out ten win, two made ten same round, "
        "ten two same, two people ten, two ten points, two win together, win together, several "
        "win, two win same, two out ten same round who win, two together phase ten, two phase ten "
        "twice together"
    ),
    "tie-break": (
        "tie, tie two out, tie win, tie question, tie next, two points phase ten same, two ten "
        "points 120, two out points, same points who first, tie who first, two ten same points, "
        "tie two ten, tie ten points, tie who win, same points, same points win, same points ten, "
        "two same points, points same who, tie points, same tie ten two points, out ten tie two, "
        "tie two ten phase, tie two out phase ten"
    ),
    "fixed-rounds": (
        "fixed, fixed round, fixed win less, round less points win, only round, fixed round win, "
        "everyone next round less points, everyone each round next, each round next phase "
        "everyone, fixed out, fixed whatever, fixed out whatever, each round next whatever, "
        "everyone next whatever, many hand less, fixed many round, round many less, fixed hand "
        "less, ten round, only ten round, ten round less points win, limit round, only several "
        "round, round less, next each round, after round stop, short round, many round game"
    ),
    "fewer-phases": (
        "short, game short, less phase, fewer, fewer game, less phase game, only phase odd short, "
        "short phase, only odd phase, only phase short, omit phase short, leave phase short, back "
        "phase short, contents short, short version, version, not short ten, whole phase short "
        "not, ten phase short, not short phase, whole ten phase short, not whole phase, only less "
        "phase, game less, omit phase game, only phase, not whole game, fewer phase allowed, phase "
        "short game, odd phase short, odd short, pair odd phase short, only short more, short "
        "only, short more, soon, kids soon, soon ends, kids soon ends, kids soon leave, soon "
        "leave, leave soon kids ends, kids leave must soon, kids leave out soon"
    ),
    "variant-any-order": (
        "house phase choose, choose phase, order phase choose, choose phase next, house order "
        "phase, everyone choose phase, order phase, order phase mine, anyorder phase, anyorder "
        "choose phase, anyorder order phase, anyorder follow order phase, choose order people, "
        "choose order everyone, choose order each, order choose, order choose mine, disorder "
        "phase, disorder, house disorder"
    ),
    "variant-own-lists": (
        "kids phase, different phase everyone, kids phase different, phase mine, kids, everyone "
        "mine phase, each different phase, everyone others phase, everyone phase, each phase mine, "
        "invent phase, choose phase mine, invent, different phase house, phase invent allowed, "
        "kids different"
    ),
    "variant-floating-wilds": (
        "house swap wild, swap wild table house, house draw wild, swap wild table others, house "
        "move wild, move wild game, house wild back, wild move allowed, house wild, wild again "
        "house"
    ),
    "variant-one-skip": (
        "skip only round, skip house, house skip two, skip round two, skip always, skip always "
        "turn, skipped always, skipped always turn, always skipped each, skip not twice house, "
        "skip twice house, skip single round, skip single each round, skip many each round, skip "
        "limit, skip single people round, skip only single, each skip round, only skip each round, "
        "skip twice round, always same skip, skip each round next, always skip round"
    ),
    "variant-draw-more": (
        "draw whole discardpile, draw several discardpile, house draw discardpile, whole "
        "discardpile, draw two top discardpile, two top discardpile, top two draw, several "
        "discardpile, several draw, draw whole discard together, draw discard together, draw "
        "everyone discard together, whole discard draw, draw whole together, draw discardpile "
        "together, whole discardpile together, several draw discard discardpile, draw several "
        "discard, draw more single discardpile, several single draw discardpile, draw whole pile, "
        "discardpile pile several draw discard, several pile draw discardpile, more single "
        "discardpile draw pile discard"
    ),
    "variant-early-hits": (
        "house hit not phase, house hit before, house hit not, house hit, house hit not lay, "
        "always hit, hit always play, house hit always, house hit before lay, hit always allowed, "
        "hit first house"
    ),
    "variant-two-phases": (
        "house two phase, house two phase round, next phase now, house phase together, house "
        "together phase two, house two phase turn, house several phase"
    ),
    "variant-last-discard": (
        "must discard out, must discard last, only discard out, must discard, need discard, need "
        "discard out, discard last need, discard ends need, must discard ends, discard ends, hit "
        "last not allowed, last hit discard"
    ),
    "variant-points": (
        "house points, wild points 50, points different, points house wild, points 50, others "
        "points, choose points, choose others points, house points skip, skip zero house, wild "
        "zero house, house zero, house zero points skip, change points, swap points, points "
        "invent, counting points invent, house way points, way points, way points same, change "
        "points wild, points allowed change, house counting, change counting, others points use, "
        "use different points, use points mine, counts side points, number wild 50"
    ),
    "join-and-leave": (
        "late, late others, leave, leave others, late game, late round, late round 4, leave "
        "points, leave others points, others choose play round, others play round, others game, "
        "late people, late people game, again people, late after start, late start, leave want, "
        "others want leave, others late people, late points, people leave, late people need game, "
        "leave soon, leave must, leave must house soon, must leave soon, others must leave, kids "
        "must soon, kids must others"
    ),
    "overruled-group": (
        "mistake set, mistake phase, mistake hit, accepted, mistake accepted, mistake accepted "
        "phase, mistake phase accepted hit, accepted hit, accepted run, accepted set, mistake "
        "accepted run fits, accepted set fits, accepted mistake set fits, accepted mistake hit, "
        "continue mistake phase, mistake phase hit, mistake phase fits, mistake phase continue "
        "hit, continue mistake, noticed, noticed phase, noticed mistake, noticed mistake phase, "
        "phase not noticed, noticed late phase, mistake play phase hit, allowed mistake, accepted "
        "phase, allowed mistake phase, accepted fits, allowed each mistake phase"
    ),
}
"""What a question is about that an entry answers, by the id of the entry."""
