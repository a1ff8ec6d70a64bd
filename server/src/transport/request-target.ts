/** The two halves of a request target. */
export interface RequestTarget {
  readonly path: string
  readonly query: string
}

/** Splits a request target (RFC 9112 §3.2): origin form, absolute form as proxies send it, or `*`. */
export const splitTarget = (target: string): RequestTarget => {
  const text = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'
  const mark = text.indexOf('?')
  return mark < 0 ? { path: text, query: '' } : { path: text.slice(0, mark), query: text.slice(mark + 1) }
}
