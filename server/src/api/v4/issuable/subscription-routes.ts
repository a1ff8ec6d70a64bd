import type { Answer, Context, Decoded, ParamSpecs, Route } from '../../../http/index.js'
import { route } from '../../../http/index.js'

/** One kind of issuable with its subscription use case. */
export interface Subscribable<P extends ParamSpecs> {
  /** The path of the issuable. */
  readonly base: string
  readonly area: string
  /** The noun with its article. */
  readonly what: string
  readonly params: P
  /** The answer is the issuable itself. */
  readonly success: Pick<Route['success'], 'description' | 'schemaFor'>
  readonly setSubscription: (context: Context, params: Decoded<P>, wanted: boolean) => Promise<Answer>
}

/** The routes `subscribe` and `unsubscribe` of one kind of issuable. */
export const subscriptionRoutes = <P extends ParamSpecs>(subscribable: Subscribable<P>): ReadonlyArray<Route> => {
  const { base, area, what, params, success, setSubscription } = subscribable
  const shared = { method: 'POST', area, caller: 'user', params, success: { status: 201, ...success } } as const
  return [
    route<P>({
      ...shared,
      path: `${base}/subscribe`,
      summary: `Subscribe to ${what}`,
      handler: (context, given) => setSubscription(context, given, true),
    }),
    route<P>({
      ...shared,
      path: `${base}/unsubscribe`,
      summary: `Unsubscribe from ${what}`,
      handler: (context, given) => setSubscription(context, given, false),
    }),
  ]
}
