/** What becomes of a request for an endpoint that is not built: an error where it was called, a warning of the process, or the plain answer 501. */
export type UnimplementedMode = 'throw' | 'warn' | '501'

const HEADER = 'Forgefold-Unimplemented'

/** Tells of an answer that is 501 for want of an endpoint. Throws where the mode says so and the caller can be reached. */
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

/** The endpoint that the answer says is not built. */
export const unimplementedIn = (headers: Headers): string | null => headers.get(HEADER)
