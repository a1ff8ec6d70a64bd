import type { JobArtifacts } from './execution.js'

/** The file in which a report is kept, and how it is packed. */
export type ReportFile = Pick<JobArtifacts, 'format'> & { readonly name: string }

const gzip = (name: string): ReportFile => ({ name, format: 'gzip' })
const raw = (name: string): ReportFile => ({ name, format: 'raw' })

/** By the type of the report. */
const REPORT_FILES: Readonly<Record<string, ReportFile>> = {
  junit: gzip('junit.xml'),
  metrics: gzip('metrics.txt'),
  dotenv: gzip('.env'),
  cobertura: gzip('cobertura-coverage.xml'),
  cyclonedx: gzip('gl-sbom.cdx.json'),
  cluster_applications: gzip('gl-cluster-applications.json'),
  lsif: { name: 'lsif.json', format: 'zip' },
  accessibility: raw('gl-accessibility.json'),
  api_fuzzing: raw('gl-api-fuzzing-report.json'),
  browser_performance: raw('browser-performance.json'),
  cluster_image_scanning: raw('gl-cluster-image-scanning-report.json'),
  codequality: raw('gl-code-quality-report.json'),
  container_scanning: raw('gl-container-scanning-report.json'),
  coverage_fuzzing: raw('gl-coverage-fuzzing.json'),
  dast: raw('gl-dast-report.json'),
  dependency_scanning: raw('gl-dependency-scanning-report.json'),
  license_scanning: raw('gl-license-scanning-report.json'),
  load_performance: raw('load-performance.json'),
  performance: raw('performance.json'),
  requirements: raw('requirements.json'),
  requirements_v2: raw('requirements_v2.json'),
  sast: raw('gl-sast-report.json'),
  secret_detection: raw('gl-secret-detection-report.json'),
  terraform: raw('tfplan.json'),
}

/** The file of a type of reports; types that are not known are packed. */
export const reportFileOf = (type: string): ReportFile =>
  Object.hasOwn(REPORT_FILES, type) ? (REPORT_FILES[type] as ReportFile) : gzip(type)
