import { badRequest, missing, type Rejection, refused, unavailable } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { DifferencesPage, HistoryLine } from '../../audit/answers.js'
import type { Auditor } from '../../audit/auditor-questions.js'

type Query = Readonly<Record<string, string | number | undefined>>

interface Received {
  readonly json: unknown
  readonly link: string
}

const sentenceIn = (json: unknown, status: number): string => {
  const body = json as { readonly message?: unknown; readonly error?: unknown } | undefined
  const said = body?.message ?? body?.error
  return typeof said === 'string' ? said : `the server answers ${status}`
}

const rejectionOf = (status: number, json: unknown): Rejection => {
  const sentence = sentenceIn(json, status)
  if (status === 404) return missing(sentence)
  if (status === 400) return badRequest(sentence)
  return status >= 500 ? unavailable(sentence) : refused(sentence)
}

/** The position in a link to the next page. */
const nextIn = (link: string): number | null => {
  const next = /<([^>]*)>; rel="next"/.exec(link)?.[1]
  return next === undefined ? null : Number(new URL(next).searchParams.get('after'))
}

/** Asks a running server over its API; the token goes in a header only. */
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
  /** What the server answers is taken for what its API declares. */
  const asked = async <A>(path: string, query: Query): Promise<E.Either<Rejection, A>> =>
    E.map(({ json }: Received) => json as A)(await ask(path, query))
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
    blame: (thing, field) => asked('forgefold/blame', { thing, field }),
    blameDocument: (reads, field) => asked(`${reads.at(-1)?.path}/blame`, { field }),
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
