import type { Template } from './template.js'

const lines = (...all: ReadonlyArray<string>): string => `${all.join('\n')}\n`

const job = (image: string, ...script: ReadonlyArray<string>): string =>
  lines(`image: ${image}`, '', 'test:', '  script:', ...script.map((command) => `    - ${command}`))

/** Pipelines of projects of a kind. */
export const CI_FILES: ReadonlyArray<Template> = [
  {
    key: 'Bash',
    name: 'Bash',
    content: lines(
      'build:',
      '  stage: build',
      '  script:',
      '    - echo "build"',
      '',
      'test:',
      '  stage: test',
      '  script:',
      '    - echo "test"',
      '',
      'deploy:',
      '  stage: deploy',
      '  environment: production',
      '  script:',
      '    - echo "deploy"',
    ),
  },
  { key: 'Go', name: 'Go', content: job('golang:1.20', 'go vet ./...', 'go test ./...') },
  { key: 'Maven', name: 'Maven', content: job('maven:3-eclipse-temurin-17', 'mvn --batch-mode verify') },
  { key: 'Nodejs', name: 'Nodejs', content: job('node:20', 'npm ci', 'npm test') },
  { key: 'Python', name: 'Python', content: job('python:3', 'pip install -r requirements.txt', 'python -m pytest') },
  { key: 'Ruby', name: 'Ruby', content: job('ruby:3.2', 'bundle install', 'bundle exec rake') },
  { key: 'Rust', name: 'Rust', content: job('rust:1', 'cargo build', 'cargo test') },
]
