import type { Rejection } from '../../../../kernel/index.js'
import { MAX_REFS_WITH_OPTIONS } from '../../../projects/repository/push-options.js'

/** Why push options are not carried out, in the words of the reference implementation. */
export const optionProblems = {
  disabled: (project: string): string => `Merge requests are not enabled for project ${project}`,
  tooMany: (branches: number): string =>
    `Too many branches pushed (${branches} were pushed, limit is ${MAX_REFS_WITH_OPTIONS})`,
  noTarget: (project: string, branch: string): string => `Target branch ${project}:${branch} does not exist`,
  notAsked: (branch: string): string =>
    `A merge_request.create push option is required to create a merge request for branch ${branch}`,
  failed: 'An unknown error occurred',
}

const inWords = (field: string): string => {
  const words = field.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** The sentences of a refused change of a merge request, for the user who pushed. */
export const refusalSentences = (rejection: Rejection): ReadonlyArray<string> => {
  switch (rejection.kind) {
    case 'Invalid':
      return Object.entries(rejection.fields).flatMap(([field, errors]) =>
        errors.map((error) => (field === 'base' ? error : `${inWords(field)} ${error}`)),
      )
    case 'Unprocessable':
    case 'Conflict':
    case 'Refused':
      return rejection.message === undefined ? [optionProblems.failed] : [rejection.message].flat()
    case 'Unauthenticated':
    case 'Forbidden':
    case 'Denied':
    case 'NotFound':
    case 'RecordNotFound':
      return ['User access was denied']
    default:
      return [optionProblems.failed]
  }
}

/** The warning about push options that were not carried out, all of which it names. */
export const optionsWarning = (sent: ReadonlyArray<string>, problems: ReadonlyArray<string>): string =>
  `WARNINGS: Error encountered with push options ${sent.map((option) => `'${option}'`).join(' ')}: ${problems.join(' ')}`
