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
    <button type="button" class="card-button" aria-label={label} onClick={onClick}>
      <Card card={card} small={small ?? false} silent />
    </button>
  );
}
