// An evening as it goes: Ann keeps score on her phone, Ben joins with his, their aunt watches.

import * as games from "./games";
import * as groups from "./groups";
import * as imports from "./imports";
import * as jobs from "./jobs";
import * as people from "./people";
import { describe } from "./referee";
import * as statistics from "./statistics";
import * as table from "./table";

export async function annsPhone(show: (text: string) => void): Promise<void> {
  // A name is enough to begin with.
  const ann = await people.begin("Ann", "Ann's phone");
  show(ann.is_guest ? await people.greeting() : "");
  const { id: group } = await groups.makeGroup("Thursdays");
  const invite = await groups.invite(group, "scorer");
  show(`${invite.code} until ${invite.expires_at}\n${invite.svg}`);

  // Three at the table, one of them by mistake twice, one of them without a phone.
  const me = await groups.addPlayer(group, "Ann");
  const ben = await groups.addPlayer(group, "Ben");
  const benny = await groups.addPlayer(group, "Benny");
  const cleo = await groups.addPlayer(group, "Kleo");
  await groups.thatIsMe(me.id);
  await groups.merge(benny.id, ben.id);
  await groups.renamePlayer(cleo.id, "Cleo");
  const seated = await groups.findPlayer(benny.id);

  let game = await games.deal(group, [me.id, seated.id, cleo.id]);
  const link = await games.share(game);
  show(link.svg);
  game = await games.playStrictly(game);

  // Ben went out; the lines that cannot be are shown, and the table knows better.
  const first = [
    { player: me.id, cards: ["R7", "W"], laid_down: true },
    { player: ben.id, points: 0, went_out: true },
    { player: cleo.id, points: 62 },
  ];
  const tried = await games.record(game, first);
  tried.wrong.forEach(({ field, message }) => show(`${field}: ${message}`));
  tried.settled.forEach(({ phase, points }) => show(`Phase ${phase}: ${points ?? "?"}`));
  if (tried.wrong.length) ({ game } = await games.record(game, first, "We counted twice."));
  else game = tried.game;
  games.scoreboard(game).forEach(show);

  // Dan has come after all, and has to go before he has played.
  const dan = await groups.addPlayer(group, "Dan");
  game = await games.leaveEarly(await games.joinLate(game, dan.id), dan.id);

  // It was 60 all the same; and then the wrong round came in, and had to go again.
  const [round] = game.rounds;
  if (round) {
    const right = games.lines(round).map((line) =>
      line.player === cleo.id ? { player: cleo.id, points: 60, laid_down: false } : line,
    );
    game = await games.correct(game, round.number, right, (question) => confirm(question));
  }
  game = await games.takeBack(game);
  (await games.history(game)).forEach(show);

  // Now everybody enters their own points; then they count together after all.
  const draft = await games.countNow(game);
  game = await games.enter(game, { player: me.id, points: 15 }, (theirs) => confirm(theirs));
  (await games.entered(game)).forEach(show);
  if (draft) await games.discard(game, { ...draft, version: draft.version + 1 });

  // Late: they stop, go on after all, and call Ann the winner.
  game = await games.resume(await games.abandon(game));
  game = await games.end(game);
  const leader: number = game.players[0]?.total ?? 0;
  show(`${games.over(game) ?? "Still playing."} ${leader} points`);
  game = await games.bringBack(await games.putAway(game));
  await games.stopSharing(game, link);

  // Deleted by mistake.
  await games.deleteGame(game);
  for (const gone of await games.games(group, true)) {
    if (gone.id === game.id) await games.restore(gone);
  }
}

export async function bensPhone(code: string, show: (text: string) => void): Promise<void> {
  await people.begin("Ben", "");
  const group = await groups.join(code);
  if (group === null) return show("There is no such code.");
  const ben = group.players.find((player) => player.name === "Ben" && player.user === null);
  const claimed = ben && (await groups.thatIsMe(ben.id));
  if (typeof claimed === "string") show(claimed);
  for (const { id, players } of await games.games(group.id)) {
    show(players.map((player) => player.name).join(", "));
    games.scoreboard(await games.look(id)).forEach(show);
  }
  // It was the other Ben.
  if (ben) await groups.thatIsNotMe(ben.id);
  await groups.leaveGroup(group.id);
}

/** A round as it is played: every card that comes to the table goes through the phone. */
export async function onTheTable(game: string, show: (text: string) => void): Promise<void> {
  const at = table.seated(game);
  const seen = await table.sitDown(at);
  const [me, ben] = seen.table.players.map(({ player }) => player);
  if (me === undefined || ben === undefined) return;
  const asks: table.Asks = {
    choose: ({ standings }) => standings.find((one) => confirm(`${describe(one)}?`)),
    overrule: (problems) => prompt(problems.map(({ message }) => message).join("\n")),
  };

  const asked = await table.takeTop(seen.table, me, true);
  asked.against.forEach(show);
  if (!asked.against.length) seen.table = (await table.takeTop(seen.table, me, false)).table;
  const run = [["R3", "R4", "B5", "G6", "Y7", "W", "R9"]];
  const laid = await table.layDown(seen.table, me, run, asks);
  const group = laid?.groups.at(-1);
  if (!laid || !group) return;
  // A Wild at a run of 3 to 9: is it the 10, or the 2?
  let now = (await table.hit(laid, me, group, ["W"], asks)) ?? laid;
  now = await table.discard(now, me, "S", { skips: ben });
  now = await table.note(now, "Ben wants his cards back.");
  if (now.side !== null) now = await table.turnOver(now);

  // It was another run: what was hit since then is taken back with it.
  const down = now.plays.find(({ kind, player }) => kind === "lay_down" && player === me);
  if (down) {
    now = await table.takeBack(now, down, (later) => confirm(`${later.length} more?`));
  }
  const { game: over } = await table.listen(at, seen, (seen) => table.draw(seen).forEach(show));
  show(games.over(over) ?? "");
}

export async function auntsBrowser(token: string, show: (text: string) => void): Promise<void> {
  (await games.watch(token)).forEach(show);
  const at = table.watching(token);
  const seen = await table.sitDown(at);
  const { draft } = await at.draft();
  if (draft) show(`${draft.lines.length} have counted round ${draft.round}.`);
  await table.follow(at, seen, (seen) => table.draw(seen).forEach(show));
}

// Months later: who really is the best?

export async function story(group: string, show: (text: string) => void): Promise<void> {
  const year = new Date().getFullYear();
  (await statistics.leaderboard(group, { edition: "classic", period: `${year}` })).forEach(show);
  (await statistics.rivals(group)).forEach(show);
  (await statistics.wall(group)).forEach(show);
  (await statistics.yearInReview(group, year)).forEach(show);
  show((await statistics.hardest(group)) ?? "Nobody has played yet.");
  const [one, other] = (await groups.openGroup(group)).players.map(({ id }) => id);
  if (one === undefined || other === undefined) return;
  (await statistics.page(group, one, { variant: "standard" })).forEach(show);
  show((await statistics.ratings(group, one, {})).join(" "));
  show(await statistics.duel(group, one, other));
  (await statistics.circumstances(group, one)).forEach(show);
  (await statistics.odds(group, [one, other])).forEach(show);
  show((await statistics.lastNight(group))?.text ?? "No night yet.");
}

// The next morning: the guest becomes an account, on two devices.

export async function annsAccount(show: (text: string) => void): Promise<void> {
  const ann = await people.keepAccount("ann@example.org", "four cards of one colour");
  if (typeof ann === "string") return show(ann);
  await people.changeMe({ name: "Anne" });
  const { picture, typed, ends } = await people.showPairing();
  show(`${picture}\n${typed} until ${ends.toLocaleTimeString()}`);
  (await people.logOutOthers()).forEach(show);
  await people.logOut();
}

export async function annsTablet(code: string, show: (text: string) => void): Promise<void> {
  const ann = await people.pair(code);
  if (ann === null) await people.logIn("ann@example.org", "four cards of one colour");
  (await groups.myGroups()).forEach(show);
}

export async function forgetful(link: string, show: (text: string) => void): Promise<void> {
  show(await people.forgotPassword("ann@example.org"));
  const ann = await people.choosePassword(link, "five runs in a row");
  show(ann.email ?? "a guest");
}

// Who doubts the figures has them made anew.

export async function doubts(group: string, show: (text: string) => void): Promise<void> {
  for (const job of await jobs.goingOn(group)) show((await jobs.stop(job)) ?? "Stopped.");
  const job = await jobs.wait(await jobs.countAnew(group), show);
  show(jobs.outcome(job));
  const sheet = await jobs.wait(await jobs.exportAs(group, "xlsx"), show);
  const file = await jobs.fetchFile(sheet);
  if (file !== null) show(`${file.name}: ${file.content.size} bytes`);
}

// Years of paper come in from the sheet that an uncle has kept.

export async function uncle(group: string, file: File, show: (text: string) => void): Promise<void> {
  const template = await imports.fetchTemplate(group);
  show(`He could have filled in one of ${template.size} bytes.`);
  let { job, preview } = await imports.lookAt(group, file, show);
  preview.problems.forEach((problem) => show(imports.inWords(problem)));
  const skip = preview.problems.flatMap((problem) => problem.skip);
  if (skip.length > 0) ({ job, preview } = await imports.lookAgain(job, { skip }, show));
  preview.warnings.forEach(show);
  show(`${preview.games} games, of which ${preview.new} are new`);
  const done = await imports.bring(job, imports.whoIsWho(preview), show);
  show(jobs.outcome(done));
}

// And the last evening: the group is tidied up, and all is taken along.

export async function goodbye(group: string, show: (text: string) => void): Promise<void> {
  const { name, players } = await groups.renameGroup(group, "Once on Thursdays");
  show(`${name}: ${[...(await groups.whoPlays(group)).keys()].join(", ")}`);
  for (const player of players) if (!player.is_me) await groups.letGo(player.id);
  for (const invite of await groups.openInvites(group)) await groups.revokeInvite(group, invite);
  for (const member of await groups.members(group)) {
    if (member.role === "viewer") await groups.letScore(group, member);
  }
  const left = await groups.openGroup(group);
  if (left.member_count > 1) await groups.leaveGroup(group);
  else await groups.deleteGroup(group);
  const { file, text } = await people.takeAlong();
  show(`${file}: ${text.length} characters`);
  await people.leaveForGood("five runs in a row");
}
