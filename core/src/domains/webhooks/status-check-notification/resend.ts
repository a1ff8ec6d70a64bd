import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../app/forge.js'
import { recordNotFound, refuse, streamName, unprocessable } from '../../../kernel/index.js'
import { mergeRequest } from '../../review/merge-request/decider.js'
import {
  getMergeRequestStatusCheck,
  type MergeRequestStatusCheckRef,
} from '../../review/merge-request/use-cases/status-checks.js'
import { mergeRequestChange } from './notify.js'
import { type DocumentOf, sendToStatusCheck } from './send.js'

/** How many of the newest events of a merge request are searched for its last change. */
const SEARCHED = 200

const NOT_FAILED = unprocessable('External status check must be failed')

/**
 * Sends the last change of a merge request to a check that failed once more.
 *
 * Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`; `Unprocessable` where the check did not fail.
 */
export const resendToStatusCheck: UseCase<
  MergeRequestStatusCheckRef & { readonly documentOf: DocumentOf },
  void
> = async (forge, { principal }, { documentOf, ...ref }) => {
  const found = getMergeRequestStatusCheck(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const { row, check, status } = found.right
  if (status !== 'failed') return refuse(NOT_FAILED)
  const stream = streamName(mergeRequest.category, row.id)
  const read = await forge.events.readStream(stream, { direction: 'backwards', limit: SEARCHED })
  const events = read.kind === 'Read' ? read.events : []
  for (const event of events) {
    const change = mergeRequestChange(forge, event)
    const document = change === undefined ? undefined : await documentOf(forge, change)
    if (document !== undefined) return E.right(await sendToStatusCheck(forge, check, document))
  }
  return refuse(recordNotFound)
}
