import { useEffect, useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { List } from "../../components/list";
import { Screen } from "../../components/screen";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { DOT, whenWords } from "../../i18n/formats";
import { type AccessToken, endToken, readAccessTokens } from "../../server/accounts";
import { account, network } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { groupName, scopeWords } from "./scopes";
import "../devices/devices.css";

/** The tokens that programs use in my name. */
export default function AccessTokens() {
  const [tokens, setTokens] = useState<readonly AccessToken[] | null>(null);
  const asking = useAsking();
  const { ask } = asking;
  const token = account.value?.token ?? null;
  const online = network.value;

  const readAgain = async () => setTokens(await readAccessTokens());
  useEffect(() => {
    if (token) void ask(readAgain);
  }, [token, online]);
  const revoke = ({ id }: AccessToken) =>
    ask(async () => {
      await endToken(id);
      await readAgain();
    });

  return (
    <Screen
      title={t("Access tokens")}
      up="/me"
      foot={
        <ButtonLink kind="main" href="/me/tokens/new">
          {t("New access token")}
        </ButtonLink>
      }
    >
      <div class="section">
        <p class="faint">
          {t("A program that has one can do what it says here in your name, and nothing else.")}
        </p>
        {!token && <p>{t("This needs the network: the server does not know you yet.")}</p>}
        <WhyNot asking={asking} />
      </div>
      {tokens?.length === 0 && <EmptyState title={t("No program uses your account.")} />}
      {tokens && tokens.length > 0 && (
        <List label={t("Access tokens")}>
          {tokens.map((one) => (
            <li key={one.id} class="row list-item device">
              <div class="device-words">
                <span class="row list-title">
                  <bdi>{one.name}</bdi>
                  {isOver(one) && <Tag>{t("expired")}</Tag>}
                </span>
                <span class="list-detail faint small">
                  {[scopeWords(one), groupName(one)].filter(Boolean).join(DOT)}
                </span>
                <span class="list-detail faint small">{useWords(one)}</span>
              </div>
              <Button small disabled={asking.busy} onClick={() => void revoke(one)}>
                {t("Revoke")}
              </Button>
            </li>
          ))}
        </List>
      )}
    </Screen>
  );
}

function isOver({ expires_at }: AccessToken): boolean {
  return expires_at !== null && Date.parse(expires_at) <= Date.now();
}

function useWords({ used_at }: AccessToken): string {
  return used_at ? t("last used: {when}", { when: whenWords(used_at) }) : t("not used yet");
}
