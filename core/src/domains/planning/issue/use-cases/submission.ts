import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/index.js'
import type { AsyncQuery } from '../../../../app/forge.js'
import { notFound, refuse, streamOf } from '../../../../kernel/index.js'
import { firstEventOf } from '../../../../ports/event-look-up.js'
import { findIssue, type IssueRef } from '../access.js'
import { issue } from '../decider.js'

/** The IP address and User-Agent with which an issue was created. */
export interface IssueSubmission {
  readonly userAgent: string
  readonly address: string | null
}

const unknown = refuse(notFound('UserAgentDetail'))

/**
 * The IP address and User-Agent with which an issue was created, from its first event.
 *
 * Rejections: `Unauthenticated`; `Forbidden` except for administrators; `NotFound` (Project; where no User-Agent was sent); `RecordNotFound`;
 * `Unavailable`.
 */
export const getIssueSubmission: AsyncQuery<IssueRef, IssueSubmission> = async (forge, { principal }, ref) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const first = await firstEventOf(forge.events, streamOf(issue, found.right.row.id))
  if (E.isLeft(first)) return first
  if (first.right === undefined) return unknown
  const opened = issue.events.decode(first.right)
  if (E.isLeft(opened) || opened.right.type !== 'IssueCreated') return unknown
  const { userAgent } = opened.right.data
  return userAgent === undefined ? unknown : E.right({ userAgent, address: first.right.metadata.sourceIp ?? null })
}
