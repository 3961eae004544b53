package io.atp.io.store;

/// Size and SHA-256 (lower-case hexadecimal) of one written file.
public record FileSummary(long bytes, String sha256) {}
