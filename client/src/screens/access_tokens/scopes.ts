import { t } from "../../i18n";
import type { AccessToken, Scope } from "../../server/accounts";
import { groups } from "../../store";

/** What a token may be used for, as a choice of words. */
export function scopeChoices(): readonly { scope: Scope; label: string; hint: string }[] {
  return [
    { scope: "read", label: t("Read"), hint: t("Games, groups and statistics.") },
    { scope: "score", label: t("Keep score"), hint: t("Begin games, enter and correct rounds.") },
    {
      scope: "manage",
      label: t("Manage"),
      hint: t("People, invites, files and settings of groups; deleting, too."),
    },
    { scope: "referee", label: t("Ask the referee"), hint: t("Where that needs an account.") },
  ];
}

export function scopeWords({ scopes }: AccessToken): string {
  const chosen = scopeChoices().filter(({ scope }) => scopes.includes(scope));
  return chosen.map(({ label }) => label).join(", ");
}

/** The name of the only group that it is good for; null if it is good for all of them. */
export function groupName({ group }: AccessToken): string | null {
  if (!group) return null;
  return groups.value.find(({ id }) => id === group)?.name ?? t("one group");
}
