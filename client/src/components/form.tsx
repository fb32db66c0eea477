import type { FormHTMLAttributes } from "preact";

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit"> {
  onSubmit: () => unknown;
}

/** Fields that are sent together, by a button or by Enter: to the client, and not by the browser. */
export function Form({ onSubmit, ...rest }: Props) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}
