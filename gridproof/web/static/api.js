// Talking to the server: JSON both ways, refusals as errors with the place in the level's text.

export class Problem extends Error {
  constructor({ reason, line = null, column = null }) {
    super(reason);
    this.line = line;
    this.column = column;
  }
}

export const get = (path) => ask(path, {});

export const post = (path, body) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Problem({ reason: "gridproof does not answer: is it still running?" });
  }
  const told = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(told.error ?? { reason: `the server says ${response.status}` });
  return told;
}

/** The element with an id. */
export const by = (id) => document.getElementById(id);

/** A new element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
