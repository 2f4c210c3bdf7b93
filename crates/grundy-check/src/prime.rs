//! The primes that divide a number.

/// The primes that divide `n`, rising. Trial division: O(√n) time.
pub(crate) fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor <= n / divisor {
        if n.is_multiple_of(divisor) {
            primes.push(divisor);
            while n.is_multiple_of(divisor) {
                n /= divisor;
            }
        }
        divisor += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_of_small_and_of_prime_numbers() {
        for (n, want) in
            [(1, &[][..]), (2, &[2]), (4, &[2]), (12, &[2, 3]), (49, &[7]), (97, &[97]), (2310, &[2, 3, 5, 7, 11])]
        {
            assert_eq!(prime_divisors(n), want, "{n}");
        }
        assert_eq!(prime_divisors(2_147_483_647), [2_147_483_647]);
    }
}
