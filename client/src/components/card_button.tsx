import { Card } from "./card";
import "./choice.css";

interface Props {
  card: string;
  small?: boolean;
  /** What a tap does: "Take out red 7". */
  label: string;
  onClick: () => void;
}

/** A card to tap. */
export function CardButton({ card, small, label, onClick }: Props) {
  return (
    <button type="button" class="card-button" onClick={onClick}>
      <Card card={card} small={small ?? false} silent />
      {/* Not a label in place of the text: what is printed on the card would have to be part of it. */}
      <span class="visually-hidden">{label}</span>
    </button>
  );
}
