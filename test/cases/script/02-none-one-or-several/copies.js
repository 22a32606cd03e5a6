export default (doc) => {
  if (doc.copies === undefined) return undefined;
  return Array.from({ length: doc.copies }, (_, i) => ({ ...doc, id: `${doc.id}-${i}`, copies: undefined }));
};
