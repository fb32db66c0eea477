import { useEffect, useState } from "preact/hooks";
import { endToken } from "../../server/accounts";
import { account, network } from "../../store";
import { useAsking } from "../asking";

/** Devices or access tokens of the account, read once the server can be reached; null until then. */
export function useTokens<Token extends { id: string }>(read: () => Promise<Token[]>) {
  const [tokens, setTokens] = useState<readonly Token[] | null>(null);
  const asking = useAsking();
  const isKnown = !!account.value?.token;
  const readAgain = (first?: () => Promise<void>) =>
    asking.ask(async () => {
      await first?.();
      setTokens(await read());
    });
  useEffect(() => {
    if (isKnown) void readAgain();
  }, [account.value?.token, network.value]);
  const end = ({ id }: Token) => readAgain(() => endToken(id));
  return { tokens, setTokens, asking, isKnown, readAgain, end };
}
