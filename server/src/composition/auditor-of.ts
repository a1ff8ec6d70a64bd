import { pause } from '@forgefold/adapters/clock'
import type { Forge } from '@forgefold/core/app'
import { makeAuditor } from '../audit/auditor.js'
import { makeDocuments } from '../audit/documents.js'
import { forgeOver } from './forge-over.js'

/** How many events one request looks at for a page, and on either side of an explained event. */
const MOST = 20_000

/** How many events a thing may hang on for a request to find its blame: each of them costs some hundredths of a second. */
const MOST_RELATED = 200

/** Answers auditors on behalf of requests, within bounds; the forge is asked for when it is whole. */
export const auditorOf =
  (forge: () => Forge): Forge['auditor'] =>
  (principal) =>
    makeAuditor({
      history: { events: forge().events, pause },
      personalData: forge().personalData,
      documents: makeDocuments(forge(), forgeOver, principal),
      most: MOST,
      mostRelated: MOST_RELATED,
    })
