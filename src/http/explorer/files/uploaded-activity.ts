interface UploadResponse {
  data?: Record<string, { activity?: { id?: string } | null } | null> | null;
}

/** Returns the id of the activity that a mutation created, if the operation selects it. */
export function uploadedActivity({ data }: UploadResponse): string | undefined {
  return Object.values(data ?? {}).flatMap((field) => field?.activity?.id ?? [])[0];
}
