import { applySuggestions, type SuggestionView } from '@forgefold/core/domains/conversation/discussion'
import { integer, listOf, optional, type Route, required, respond, route, string } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentSuggestion } from './presenter.js'
import { suggestionShape } from './shape.js'

const shared = { area: 'Suggestions', caller: 'user', method: 'PUT' } as const
const message = optional(
  string(),
  'Message of the commit; where it is left out, that of the project. `%{file_paths}` and the other variables are filled in',
)

/** Suggestions in notes on merge requests (docs/reference/behaviour/conversation.md#suggestions). */
export const suggestionRoutes: ReadonlyArray<Route> = [
  route({
    ...shared,
    path: '/suggestions/:id/apply',
    summary: 'Apply a suggestion with a commit on the source branch',
    params: { id: required(integer(), 'The number of the suggestion'), commit_message: message },
    success: { status: 200, description: 'The suggestion', schemaFor: suggestionShape },
    handler: async (context, { id, commit_message }) => {
      const wanted = { suggestionIds: [id], message: commit_message }
      return respond(([view]: ReadonlyArray<SuggestionView>) => (view === undefined ? null : presentSuggestion(view)))(
        await applySuggestions(context.forge, callerOf(context), wanted),
      )
    },
  }),
  route({
    ...shared,
    path: '/suggestions/batch_apply',
    summary: 'Apply suggestions with one commit on the source branch',
    params: { ids: required(listOf(integer()), 'The numbers of the suggestions'), commit_message: message },
    success: { status: 200, description: 'The suggestions', schemaFor: arrayOf(suggestionShape) },
    handler: async (context, { ids, commit_message }) => {
      const wanted = { suggestionIds: ids, message: commit_message }
      return respond((views: ReadonlyArray<SuggestionView>) => views.map(presentSuggestion))(
        await applySuggestions(context.forge, callerOf(context), wanted),
      )
    },
  }),
]
