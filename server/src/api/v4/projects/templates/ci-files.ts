import type { Template } from './template.js'

const lines = (...all: ReadonlyArray<string>): string => `${all.join('\n')}\n`

const job = (image: string, ...script: ReadonlyArray<string>): string =>
  lines(`image: ${image}`, '', 'test:', '  script:', ...script.map((command) => `    - ${command}`))

/** CI files for common kinds of projects. */
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
  {
    key: 'C++',
    name: 'C++',
    content: job('gcc:13', 'cmake -B build', 'cmake --build build', 'ctest --test-dir build'),
  },
  { key: 'Clojure', name: 'Clojure', content: job('clojure:lein', 'lein deps', 'lein test') },
  { key: 'Composer', name: 'Composer', content: job('composer:2', 'composer install', 'composer test') },
  { key: 'Crystal', name: 'Crystal', content: job('crystallang/crystal:1', 'shards install', 'crystal spec') },
  { key: 'Dart', name: 'Dart', content: job('dart:3', 'dart pub get', 'dart analyze', 'dart test') },
  {
    key: 'Django',
    name: 'Django',
    content: job('python:3', 'pip install -r requirements.txt', 'python manage.py test'),
  },
  { key: 'dotNET', name: 'dotNET', content: job('mcr.microsoft.com/dotnet/sdk:8.0', 'dotnet build', 'dotnet test') },
  { key: 'Elixir', name: 'Elixir', content: job('elixir:1.15', 'mix local.hex --force', 'mix deps.get', 'mix test') },
  {
    key: 'Flutter',
    name: 'Flutter',
    content: job('ghcr.io/cirruslabs/flutter:stable', 'flutter pub get', 'flutter test'),
  },
  { key: 'Go', name: 'Go', content: job('golang:1.20', 'go vet ./...', 'go test ./...') },
  { key: 'Gradle', name: 'Gradle', content: job('gradle:8-jdk17', 'gradle build') },
  { key: 'Haskell', name: 'Haskell', content: job('haskell:9', 'stack build --test') },
  { key: 'Laravel', name: 'Laravel', content: job('php:8.2', 'composer install', 'php artisan test') },
  { key: 'LaTeX', name: 'LaTeX', content: job('texlive/texlive:latest', 'latexmk -pdf main.tex') },
  { key: 'Maven', name: 'Maven', content: job('maven:3-eclipse-temurin-17', 'mvn --batch-mode verify') },
  { key: 'Nodejs', name: 'Nodejs', content: job('node:20', 'npm ci', 'npm test') },
  { key: 'npm', name: 'npm', content: job('node:20', 'npm ci', 'npm publish') },
  { key: 'OCaml', name: 'OCaml', content: job('ocaml/opam:debian', 'opam install . --deps-only', 'dune runtest') },
  { key: 'Perl', name: 'Perl', content: job('perl:5', 'cpanm --installdeps .', 'prove -lr t') },
  { key: 'PHP', name: 'PHP', content: job('php:8.2', 'composer install', 'vendor/bin/phpunit') },
  { key: 'Python', name: 'Python', content: job('python:3', 'pip install -r requirements.txt', 'python -m pytest') },
  { key: 'Ruby', name: 'Ruby', content: job('ruby:3.2', 'bundle install', 'bundle exec rake') },
  { key: 'Rust', name: 'Rust', content: job('rust:1', 'cargo build', 'cargo test') },
  {
    key: 'Scala',
    name: 'Scala',
    content: job('sbtscala/scala-sbt:eclipse-temurin-jammy-17.0.8_7_1.9.6_2.13.12', 'sbt test'),
  },
  { key: 'Swift', name: 'Swift', content: job('swift:5.9', 'swift build', 'swift test') },
]
