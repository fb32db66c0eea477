interface Props {
  sign: string;
  label: string;
  /** Nothing if there is nothing to do now. */
  onPress: (() => void) | undefined;
}

/** A sign that moves, changes or removes what it stands beside. */
export function SignButton({ sign, label, onPress }: Props) {
  return (
    <button
      type="button"
      class="seat-button"
      disabled={!onPress}
      aria-label={label}
      onClick={onPress}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
