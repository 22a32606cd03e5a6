/** What can be used without the command line? Plans are read, run and reported on by the same functions. */
export { asFatal, Fatal } from './errors.ts';
export { EXIT_STATUS, type ExitStatus } from './exit-status.ts';
export type { ContainerPlan, Plan, SourcePlan, StepPlan } from './plan/plan.ts';
export { type Problem, problemText } from './plan/problem.ts';
export { type PlanReading, readPlan, type ReadPlanOptions, readPlanText } from './plan/read.ts';
export { type CodeInfo, type Severity } from './report/codes/code-info.ts';
export { CODES } from './report/codes.ts';
export type { Finding, FindingExample } from './report/findings.ts';
export { replayText } from './report/replay-text.ts';
export type { ContainerReport, ReplayFigures, Report, ReportFiles } from './report/report.ts';
export { reportText, type TextOptions } from './report/text.ts';
export { run, type RunOptions, type RunProgress, type RunResult } from './run.ts';
export type { MaxErrors } from './run/max-errors.ts';
export { replay, type ReplayOptions, type ReplayResult } from './run/replay.ts';
export type { ReplayProgress } from './run/replay/work-out.ts';
export type { RunTarget } from './run/target.ts';
export type { Script, ScriptContext } from './transform/files.ts';
