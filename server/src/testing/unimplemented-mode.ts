import { type InProcess, relativeRequest } from '../transport/fetch.js'

/** The reaction to a request for an endpoint that is not built: an error at the caller, a warning of the process, or the plain answer 501. */
export type UnimplementedMode = 'throw' | 'warn' | '501'

const HEADER = 'Forgefold-Unimplemented'

/** Reports an answer that is 501 because the endpoint is not built. Throws if the mode says so and the caller can be reached. */
export const noteUnimplemented = (
  endpoint: string | null | undefined,
  mode: UnimplementedMode,
  canThrow: boolean,
): void => {
  if (endpoint === undefined || endpoint === null || mode === '501') return
  const message = `${endpoint} is an endpoint of the public API that Forgefold has not built`
  if (mode === 'throw' && canThrow) throw new Error(message)
  process.emitWarning(message, 'ForgefoldUnimplemented')
}

/** The endpoint that is not built, according to the answer. */
const unimplementedIn = (headers: Headers): string | null => headers.get(HEADER)

/** `fetch` without a socket, by paths below a URL; an endpoint that is not built is met as the mode says. */
export const strictFetch =
  (ask: InProcess['ask'], url: string, unimplemented: UnimplementedMode = 'throw'): typeof fetch =>
  async (input, init) => {
    const response = await ask(relativeRequest(url, input, init))
    noteUnimplemented(unimplementedIn(response.headers), unimplemented, true)
    return response
  }
