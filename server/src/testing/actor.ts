/** Somebody who asks the forge. */
export interface Actor {
  readonly username: string
  /** A token of theirs with the scope `api`. */
  readonly token: string
  /** `fetch` with their token; a path alone is below the forge's URL. */
  readonly fetch: typeof fetch
}

/** `fetch` as somebody, over one that takes paths. */
export const actorOf = (username: string, token: string, ask: typeof fetch): Actor => ({
  username,
  token,
  fetch: (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    if (!headers.has('authorization')) headers.set('private-token', token)
    return ask(input, { ...init, headers })
  },
})
