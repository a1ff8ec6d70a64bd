import { type OpenedRepository, openRepository } from '@forgefold/core/domains/projects/repository'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, type Decoded, type ParamSpecs, type Route, route } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'

/** A route that reads the repository of the project in its path. */
interface RepositoryRoute<P extends ParamSpecs> extends Pick<Route, 'path' | 'area' | 'summary' | 'success'> {
  readonly scopes?: NonNullable<Route['scopes']>
  /** Further parameters. */
  readonly params: P
  readonly answer: (opened: OpenedRepository, params: Decoded<P>, context: Context) => Promise<Answer>
}

/** Declares a route that answers `NotFound` (Project, Repository) itself; `answer` is called with the opened repository. */
export const repositoryRoute = <P extends ParamSpecs>({ params, answer, ...spec }: RepositoryRoute<P>): Route =>
  route<P & { readonly id: typeof projectId }>({
    ...spec,
    method: 'GET',
    caller: 'anyone',
    params: { id: projectId, ...params },
    handler: async (context, given) => {
      const { id } = given as unknown as { readonly id: string }
      const opened = await openRepository(context.forge, context, id)
      return E.isLeft(opened) ? opened : answer(opened.right, given as unknown as Decoded<P>, context)
    },
  })
