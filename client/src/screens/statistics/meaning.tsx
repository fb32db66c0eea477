import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog";
import { useAnswer } from "./answers";
import { figures } from "./questions";
import { Answered } from "./state";
import "./statistics.css";

interface Props {
  /** As in `GET figures/`. */
  code: string;
  title: string;
}

/** The name of a figure, which explains itself at a tap. */
export function Explained({ code, title }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="explained" onClick={() => setOpen(true)}>
        {title}
      </button>
      {open && <Meaning code={code} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What a figure means, as the server says it: asked for when somebody wants to know. */
function Meaning({ code, title, onClose }: Props & { onClose: () => void }) {
  const answer = useAnswer(figures());
  return (
    <Dialog title={title} onClose={onClose}>
      <Answered answer={answer}>
        {({ figures }) => <p>{figures.find((one) => one.code === code)?.meaning}</p>}
      </Answered>
    </Dialog>
  );
}
