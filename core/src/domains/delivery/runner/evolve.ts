import type { RunnerEvent, RunnerProgram } from './events.js'
import type { RunnerState } from './state.js'

const UNKNOWN: RunnerProgram = { name: null, version: null, revision: null, platform: null, architecture: null }

export const evolve = (state: RunnerState, event: RunnerEvent): RunnerState => {
  if (event.type === 'RunnerRegistered') {
    const { projectId, ...data } = event.data
    const projectIds = projectId === null ? [] : [projectId]
    return { kind: 'live', ...data, projectIds, contactedAt: null, program: UNKNOWN }
  }
  if (state.kind !== 'live') return state
  switch (event.type) {
    case 'RunnerChanged':
      return { ...state, ...event.data }
    case 'RunnerTokenReset':
      return { ...state, digest: event.data.digest }
    case 'RunnerContacted': {
      const { at, ...program } = event.data
      return { ...state, contactedAt: at, program }
    }
    case 'RunnerEnabled':
      return { ...state, projectIds: [...state.projectIds, event.data.projectId] }
    case 'RunnerDisabled':
      return { ...state, projectIds: state.projectIds.filter((id) => id !== event.data.projectId) }
    case 'RunnerDeleted':
      return { kind: 'deleted' }
  }
}
