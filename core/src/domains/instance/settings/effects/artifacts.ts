import type { Settings } from '../catalogue.js'

/** Whether a project keeps its newest artifacts: it may want it only where the instance does. */
export const keepsLatestArtifact = (wanted: boolean, settings: Settings): boolean =>
  wanted && settings.keep_latest_artifact
