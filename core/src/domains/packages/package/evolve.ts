import type { PackageEvent } from './events.js'
import type { LivePackage, PackageState } from './state.js'

const onLive = (state: LivePackage, event: PackageEvent): PackageState => {
  switch (event.type) {
    case 'PackagePublished':
      return state
    case 'PackageFileAdded': {
      const { fileId, name, sha256 } = event.data
      return { ...state, files: [...state.files, { fileId, name, sha256 }] }
    }
    case 'PackageFileDeleted':
      return { ...state, files: state.files.filter((file) => file.fileId !== event.data.fileId) }
    case 'PackageStatusChanged':
      return { ...state, status: event.data.status }
    case 'PackageBuilt':
      return { ...state, pipelineIds: [...state.pipelineIds, event.data.pipelineId] }
    case 'PackageMetadataSet':
      return { ...state, metadata: JSON.stringify(event.data) }
    case 'PackageDeleted': {
      const { projectId, type, name, version, conan, scopeId } = state
      return { kind: 'deleted', projectId, type, name, version, conan, scopeId }
    }
  }
}

/** What is known of a package after one more event. */
export const evolve = (state: PackageState, event: PackageEvent): PackageState => {
  if (event.type === 'PackagePublished') {
    const { pipelineId, creatorId: _, ...data } = event.data
    return { kind: 'live', ...data, files: [], pipelineIds: pipelineId === null ? [] : [pipelineId], metadata: '' }
  }
  return state.kind === 'live' ? onLive(state, event) : state
}
