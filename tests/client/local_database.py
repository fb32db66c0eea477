"""What tests do inside the local database of a phone: programs for its page."""

from __future__ import annotations

_WITHIN = """
async (argument) => {
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open("tableside");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const done = (transaction) => new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  try {
    %s
  } finally {
    database.close();
  }
}
"""

# Makes the phone somebody's, as pairing would. The client has made its tables by then.
LOG_IN = (
    _WITHIN
    % """
    const [name, token] = argument;
    const transaction = database.transaction("facts", "readwrite");
    const value = { name, token, user: null, key: crypto.randomUUID() };
    transaction.objectStore("facts").put({ name: "account", value });
    await done(transaction);
"""
)

FORGET_TYPED = (
    _WITHIN
    % """
    const transaction = database.transaction(["typed", "forms"], "readwrite");
    for (const table of ["typed", "forms"]) transaction.objectStore(table).clear();
    await done(transaction);
"""
)

# How many actions are in the outbox.
WAITING = (
    _WITHIN
    % """
    const transaction = database.transaction("outbox");
    const count = transaction.objectStore("outbox").count();
    await done(transaction);
    return count.result;
"""
)

# What is typed and not yet recorded, as text.
TYPED = (
    _WITHIN
    % """
    const transaction = database.transaction(["typed", "forms"]);
    const found = ["typed", "forms"].map((table) => transaction.objectStore(table).getAll());
    await done(transaction);
    return JSON.stringify(found.map(({ result }) => result));
"""
)
