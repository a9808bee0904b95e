// Requests to the server that sent the page. Answers to the same question are kept for some seconds: the model may
// learn, or be replaced. An answer that nobody waits for any more is dropped.
import { strings } from "./strings.js";

const MOST = 30;
const MILLISECONDS = 10000;
const kept = new Map();
let key = "";

export function setKey(value) {
  key = value;
  kept.clear();
}

// What is known is out of date: the model was changed.
export function forget() {
  kept.clear();
}

export async function get(path) {
  return read(await fetch(path));
}

export async function post(path, value, signal) {
  const body = JSON.stringify(key ? { ...value, api_key: key } : value);
  const question = `${path} ${body}`;
  const known = kept.get(question);
  if (known && performance.now() - known.when < MILLISECONDS) return known.answer;
  let reply;
  try {
    reply = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Error(strings.noAnswer);
  }
  const answer = await read(reply);
  kept.delete(question); // so that it becomes the newest one
  kept.set(question, { answer, when: performance.now() });
  if (kept.size > MOST) kept.delete(kept.keys().next().value);
  return answer;
}

async function read(reply) {
  let value;
  try {
    value = await reply.json();
  } catch {
    throw new Error(strings.noAnswer);
  }
  if (!reply.ok) throw new Error(value.error ?? strings.noAnswer);
  return value;
}

// Calls an action with a signal; a later call takes the place of an earlier one. What is stale returns undefined.
export class Latest {
  #controller = null;

  async run(action) {
    this.#controller?.abort();
    const own = (this.#controller = new AbortController());
    try {
      const value = await action(own.signal);
      return own.signal.aborted ? undefined : value;
    } catch (error) {
      if (own.signal.aborted) return undefined;
      throw error;
    }
  }
}
