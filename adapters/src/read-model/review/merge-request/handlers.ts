import type { MergeRequestEvent } from '@forgefold/core/domains/review/merge-request'
import type { HandlerTable, ProjectionContext } from '../../engine/projection.js'
import { approvalHandlers } from './approval-handlers.js'
import { contentHandlers } from './content-handlers.js'
import { mergingHandlers } from './merging-handlers.js'

/** Handlers of merge requests. */
export const mergeRequestHandlers = (context: Pick<ProjectionContext, 'db'>): HandlerTable<MergeRequestEvent> => ({
  ...contentHandlers(context),
  ...mergingHandlers(context),
  ...approvalHandlers(context),
})
