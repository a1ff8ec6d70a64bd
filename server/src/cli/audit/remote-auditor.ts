import { badRequest, missing, type Rejection, refused, unavailable } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type BlameAnswer,
  type BlamePage,
  type DifferencesPage,
  type HistoryLine,
  joinedBlame,
} from '../../audit/audit-answers.js'
import type { Auditor, BlameQuery } from '../../audit/auditor-questions.js'

type Query = Readonly<Record<string, string | number | undefined>>

interface Received {
  readonly json: unknown
  readonly link: string
}

const sentenceIn = (json: unknown, status: number): string => {
  const body = json as { readonly message?: unknown; readonly error?: unknown } | undefined
  const said = body?.message ?? body?.error
  return typeof said === 'string' ? said.replace(/^400 Bad request - /, '') : `the server answers ${status}`
}

const rejectionOf = (status: number, json: unknown): Rejection => {
  const sentence = sentenceIn(json, status)
  if (status === 404) return missing(sentence)
  if (status === 400) return badRequest(sentence)
  return status >= 500 ? unavailable(sentence) : refused(sentence)
}

/** The `after` parameter of a link to the next page. */
const afterIn = (link: string): string | null => {
  const next = /<([^>]*)>; rel="next"/.exec(link)?.[1]
  return next === undefined ? null : new URL(next).searchParams.get('after')
}

/** The position in a link to the next page. */
const nextIn = (link: string): number | null => {
  const after = afterIn(link)
  return after === null ? null : Number(after)
}

/** Asks a running server over its API; the token is sent in a header only. */
export const remoteAuditor = (url: string, token: string): Auditor => {
  const ask = async (path: string, query: Query): Promise<E.Either<Rejection, Received>> => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    )
    try {
      const answer = await fetch(`${url}/api/v4/${path}?${new URLSearchParams(Object.fromEntries(given))}`, {
        headers: { 'PRIVATE-TOKEN': token },
        redirect: 'error',
      })
      const json: unknown = await answer.json().catch(() => undefined)
      if (!answer.ok) return E.left(rejectionOf(answer.status, json))
      return E.right({ json, link: answer.headers.get('link') ?? '' })
    } catch (error) {
      return E.left(unavailable(error instanceof Error ? error.message : String(error)))
    }
  }
  /** The server's response is assumed to have the declared shape. */
  const asked = async <A>(path: string, query: Query): Promise<E.Either<Rejection, A>> =>
    E.map(({ json }: Received) => json as A)(await ask(path, query))
  /** All pages of a blame as one. */
  const blamed = async (
    path: string,
    { onProgress, ...query }: BlameQuery & { readonly thing?: string },
  ): Promise<E.Either<Rejection, BlamePage>> => {
    let whole: BlameAnswer | undefined
    for (let after = query.after; ; ) {
      const found = await ask(path, { ...query, after })
      if (E.isLeft(found)) return found
      const page = found.right.json as BlameAnswer
      whole = whole === undefined ? page : joinedBlame(whole, page)
      onProgress?.(whole.tried, whole.related)
      after = afterIn(found.right.link) ?? undefined
      if (after === undefined) return E.right({ blame: whole, next: null })
    }
  }
  return {
    history: async ({ thing, requestId, since, until, words, newestFirst, limit, ...same }) => {
      const query = {
        ...same,
        thing,
        request_id: requestId,
        created_after: since,
        created_before: until,
        search: words?.join(' '),
        sort: newestFirst === true ? 'desc' : 'asc',
        per_page: Math.min(limit, 100),
      }
      const found = await ask('forgefold/history', query)
      if (E.isLeft(found)) return found
      return E.right({ entries: found.right.json as ReadonlyArray<HistoryLine>, next: nextIn(found.right.link) })
    },
    explain: (event) => asked(`forgefold/history/${encodeURIComponent(event)}/explanation`, {}),
    blame: (thing, query) => blamed('forgefold/blame', { ...query, thing }),
    blameDocument: (reads, query) => blamed(`${reads.at(-1)?.path}/blame`, query),
    show: (thing, at) => asked('forgefold/documents', { thing, at }),
    diff: (thing, from, to) => asked('forgefold/differences', { thing, from, to }),
    whatIf: ({ set, from, to }) => asked('forgefold/what_if', { set, from, to }),
    differences: async ({ from, to, after, limit }) => {
      const found = await ask('forgefold/differences/all', { from, to, after, per_page: Math.min(limit, 100) })
      if (E.isLeft(found)) return found
      return E.right({
        differences: found.right.json as DifferencesPage['differences'],
        next: nextIn(found.right.link),
      })
    },
  }
}
