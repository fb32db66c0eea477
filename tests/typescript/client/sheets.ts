// Score sheets: to print, and to send round.

import { api, read } from "./api";

/** The sheet as a file to print, on the paper of wherever the printer stands. */
export function toPrint(game: string, paper: "a4" | "letter"): Promise<Blob> {
  const params = { path: { game }, query: { paper } };
  return read(api.GET("/api/v1/games/{game}/sheet.pdf", { params, parseAs: "blob" }));
}

/** The sheet as a picture for a chat. */
export function toShare(game: string): Promise<Blob> {
  const params = { path: { game } };
  return read(api.GET("/api/v1/games/{game}/sheet.png", { params, parseAs: "blob" }));
}

/** What spectators take home: the picture, and the paper. */
export async function toTakeHome(token: string): Promise<File[]> {
  const params = { path: { token } };
  const [png, pdf] = await Promise.all([
    read(api.GET("/api/v1/watch/{token}/sheet.png", { params, parseAs: "blob" })),
    read(api.GET("/api/v1/watch/{token}/sheet.pdf", { params, parseAs: "blob" })),
  ]);
  return [new File([png], "sheet.png"), new File([pdf], "sheet.pdf")];
}
