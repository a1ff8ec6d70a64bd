/** A user who sends requests to the forge. */
export interface Actor {
  readonly username: string
  /** The user's token with the scope `api`. */
  readonly token: string
  /** `fetch` with the user's token; a path alone is below the URL of the forge. */
  readonly fetch: typeof fetch
}

/** `fetch` as a user, built on one that takes paths. */
export const actorOf = (username: string, token: string, ask: typeof fetch): Actor => ({
  username,
  token,
  fetch: async (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    if (!headers.has('authorization')) headers.set('private-token', token)
    return ask(input, { ...init, headers })
  },
})
