import type { MergeRequestEvent } from '@forgefold/core/domains/review/merge-request'
import type { HandlerTable, ProjectionContext } from '../../engine/projection.js'
import { approvalHandlers } from './approval-handlers.js'
import { contentHandlers } from './content-handlers.js'
import { mergingHandlers } from './merging-handlers.js'

/** How every event of a merge request changes its rows. */
export const mergeRequestHandlers = (context: Pick<ProjectionContext, 'db'>): HandlerTable<MergeRequestEvent> => ({
  ...contentHandlers(context),
  ...mergingHandlers(context),
  ...approvalHandlers(context),
})
