/** Which steps does the plan language have that this version does not? They are refused by name, not as unknown. */
export const STEPS_TO_COME = ['offload'] as const;

export function isStepToCome(name: string): boolean {
  return STEPS_TO_COME.some((step) => step === name);
}
