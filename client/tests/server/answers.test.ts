import { expect, test } from "vitest";
import { type Answer, orNull, read } from "../../src/server/answers";

const answers = (status: number, body: object): Promise<Answer<object>> =>
  Promise.resolve({
    response: new Response(null, { status }),
    ...(status < 300 ? { data: body } : { error: body }),
  } as Answer<object>);

const NOT_FOUND = {
  type: "/",
  title: "Not Found",
  status: 404,
  detail: "",
  code: "not_found",
  errors: [],
};

test("what is not there, and a server that is away, have nothing to tell", async () => {
  expect(await orNull(read(answers(200, { name: "Kitchen table" })))).toEqual({
    name: "Kitchen table",
  });
  expect(await orNull(read(answers(404, NOT_FOUND)))).toBeNull();
  expect(await orNull(read(Promise.reject(new TypeError("no network"))))).toBeNull();
});

test("our own mistakes are not taken for that", async () => {
  await expect(orNull(Promise.reject(new RangeError("a mistake")))).rejects.toThrow(RangeError);
});
