// Reads the JSON API. What has not changed is not sent again: the server compares tags.

const TOKEN = "evenkeel.token";

/** The API answers, but not with what was asked for. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error ?? `the server answered ${status}`);
    this.status = status;
    this.action = answer.action ?? "";
  }
}

export const remember = token => sessionStorage.setItem(TOKEN, token);

/** A reader of one path that tells only what is new: null when nothing is. */
export function reader(path) {
  let tag = null;
  return async signal => {
    const headers = {};
    if (tag) headers["If-None-Match"] = tag;
    const token = sessionStorage.getItem(TOKEN);
    if (token) headers.Authorization = `Bearer ${token}`;
    const response = await fetch(path, {headers, signal, cache: "no-store"});
    if (response.status === 304) return null;
    const answer = await response.json();
    if (!response.ok) throw new Refused(response.status, answer);
    tag = response.headers.get("ETag");
    return answer;
  };
}
